import { runRounds } from '../run-rounds.js'
import { type SearchKillFigures, SearchKillLife, settingOf } from './search-kill-life.js'

const figures: SearchKillFigures = { kills: 0, startsMs: [], rows: 0, indexes: 0, unfinished: 0 }

await runRounds({
  script: 'search-kill-loop',
  rounds: 20,
  perFolder: 10,
  open: (folder, program, store) =>
    SearchKillLife.open({ program, setting: settingOf(folder), store }, figures),
  folderText: (folder) => ` ${settingOf(folder).name}`,
  figures: () =>
    `${figures.kills} kills, ${figures.unfinished} of them during work on files, ` +
    `${figures.indexes} indexes verified, ${figures.rows} rows verified`,
})
