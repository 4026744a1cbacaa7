/** The examples of a page whose code blocks have a file name after the language: "```js retry.test.mjs". */
export const examplesIn = (markdown) =>
  [...markdown.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => ({ name, text }))
