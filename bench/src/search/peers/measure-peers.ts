import type { SearchBenchOptions } from '../options.js'
import { compareAnswers, type SearchAnswers } from '../queries/search-answers.js'
import { measureOpenSearch } from './opensearch-peer.js'
import type { PeerFigures } from './peer-figures.js'
import { DUCKDB, measurePythonPeer, SQLITE } from './python-peer.js'

/** Measures one peer after the other; a line reports those that cannot run here. */
export async function measurePeers(
  options: SearchBenchOptions,
  pagedRows: number,
  answers: SearchAnswers,
  tell: (text: string) => void,
): Promise<readonly PeerFigures[]> {
  const peers: PeerFigures[] = []
  const add = (name: PeerFigures['name'], found: PeerFigures | string): void => {
    if (typeof found === 'string') return console.log(`${name} is left out: ${found}`)
    tellAgreement(found, answers)
    peers.push(found)
  }
  if (!options.skips.has('opensearch')) {
    add('OpenSearch', await orProblem(measureOpenSearch(options, pagedRows, tell)))
  }
  for (const peer of [SQLITE, DUCKDB]) {
    if (options.skips.has(peer.skip)) continue
    add(peer.name, await orProblem(measurePythonPeer(peer, options, pagedRows, tell)))
  }
  return peers
}

/** A peer that fails must not lose the figures of the others. */
async function orProblem(peer: Promise<PeerFigures | string>): Promise<PeerFigures | string> {
  try {
    return await peer
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function tellAgreement(peer: PeerFigures, own: SearchAnswers): void {
  const { compared, differences } = compareAnswers(own, peer.answers)
  if (compared === 0) return
  console.log(`${peer.name}: ${compared - differences.length} of ${compared} answers agree`)
  for (const difference of differences) console.log(`  Rowhouse has ${difference}`)
}
