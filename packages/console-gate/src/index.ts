export { type ConsoleOptions, openConsole } from './open-console.js'
