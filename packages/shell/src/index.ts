export type { Command, Flag } from './commands/command.js'
export { commands } from './commands/command-registry.js'
export { UseError } from './errors.js'
export { type JsonPath, type JsonPlace, type JsonValue, parseJson } from './json/json-parser.js'
export { shellLimits } from './limits.js'
export { padded, plainText, widthOf } from './output/terminal-text.js'
export {
  type OneShotOptions,
  type ShellOptions,
  runOnce,
  runShell,
} from './session/run-shell.js'
export type { Connection, Output } from './session/session.js'
