import { runRounds } from '../run-rounds.js'
import { type RotateFigures, RotateLife } from './rotate-life.js'

const ROWS_MAX = 4_000
const figures: RotateFigures = { kills: 0, amidSteps: 0, archived: 0, rows: 0 }

await runRounds({
  script: 'rotate-kill-loop',
  rounds: 5,
  perFolder: 10,
  open: (_, program) => RotateLife.open(program, figures, ROWS_MAX),
  folderText: () => '',
  figures: () =>
    `${figures.kills} kills, ${figures.amidSteps} between an archive and its drop, ` +
    `${figures.archived} months archived and restored, ${figures.rows} rows compared`,
})
