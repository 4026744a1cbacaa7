import { runRounds } from '../run-rounds.js'
import { type TransferFigures, TransferLife } from './transfer-life.js'

const figures: TransferFigures = { kills: 0, serverKills: 0, resumed: 0, rows: 0 }

await runRounds({
  script: 'transfer-kill-loop',
  rounds: 5,
  perFolder: 5,
  open: (_, program) => TransferLife.open(program, figures),
  folderText: () => '',
  figures: () =>
    `${figures.kills} kills of commands, ${figures.serverKills} of servers, ${figures.resumed} resumed, ${figures.rows} rows compared`,
})
