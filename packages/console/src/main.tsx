import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { showTheme } from './frame/theme.js'
import './parts/lists.css'
import './parts/parts.css'
import './style/base.css'
import './style/tokens.css'
import { LanguageProvider } from './texts/language-provider.js'

showTheme()

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <App />
    </LanguageProvider>
  </StrictMode>,
)
