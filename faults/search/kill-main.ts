import { runRounds } from '../run-rounds.js'
import { type SearchKillFigures, SearchKillLife } from './search-kill-life.js'

const figures: SearchKillFigures = { kills: 0, startsMs: [], rows: 0, indexes: 0 }

await runRounds({
  script: 'search-kill-loop',
  rounds: 20,
  perFolder: 20,
  open: (_folder, program) => SearchKillLife.open(program, figures),
  folderText: () => '',
  figures: () =>
    `${figures.kills} kills, ${figures.indexes} indexes verified, ${figures.rows} rows found right`,
})
