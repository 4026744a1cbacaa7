import { runRounds } from '../run-rounds.js'
import { type MigrationFigures, MigrationLife } from './migration-life.js'

const figures: MigrationFigures = { migrations: 0, kills: 0, resumed: 0, rows: 0 }
const LARGE_ROWS = 400

await runRounds({
  script: 'migration-kill-loop',
  rounds: 5,
  perFolder: 10,
  open: (_, program) => MigrationLife.open({ program, largeRows: LARGE_ROWS, figures }),
  folderText: () => '',
  figures: () =>
    `${figures.migrations} migrations, ${figures.kills} kills, ${figures.resumed} resumed, ${figures.rows} rows compared`,
})
