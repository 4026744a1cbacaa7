/** The version of all packages of this repository. A test compares it with their package.json. */
export const VERSION = '0.1.0'
