/** The examples of a page that have a file name behind their language: "```js retry.test.mjs". */
export const examplesIn = (markdown) =>
  [...markdown.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => ({ name, text }))
