import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const rule = `\n${'-'.repeat(72)}\n\n`

const licenceOf = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text =
    file === undefined ? `Licence: ${String(license)}` : readFileSync(join(folder, file), 'utf8')
  return `${[name, version].join(' ')}\n\n${String(text).trim()}\n`
}

/** The licences of the packages whose modules are in a bundle, by the modules' paths. */
export const thirdParty = (moduleIds) => {
  const packages = new Set(
    moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  )
  const licences = [...packages].toSorted((a, b) => a.localeCompare(b, 'en')).map(licenceOf)
  return `The program in this folder contains these packages.\n${rule}${licences.join(rule)}`
}
