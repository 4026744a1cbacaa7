/** Over http from another machine the browser has no clipboard, but copies what is selected. */
export async function copyText(text: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) copySelected(text)
  else await clipboard.writeText(text)
}

function copySelected(text: string): void {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'hidden-text'
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
}
