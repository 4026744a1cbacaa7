import type { Command } from './command.js'

const FLAGS = ['endpoint', 'instance', 'id', 'key', 'token', 'region'] as const

export const config: Command = {
  name: 'config',
  summary: 'Set or show the connection.',
  samples: [
    'config --endpoint http://127.0.0.1:8087 --instance myinstance --id AKID --key SECRET',
    'config',
  ],
  flags: [
    { name: 'endpoint', kind: 'text', text: 'address of the server or service' },
    { name: 'instance', kind: 'text', text: 'the instance' },
    { name: 'id', kind: 'text', text: 'id of the access key' },
    { name: 'key', kind: 'text', text: 'secret of the access key' },
    { name: 'token', kind: 'text', text: 'token of a temporary key' },
    { name: 'region', kind: 'text', text: 'sign V4, for this region' },
  ],
  async run(session, given) {
    if (FLAGS.some((name) => given.text(name) !== undefined)) {
      const {
        endpoint,
        instance,
        id,
        key: secret,
        token,
        region,
      } = Object.fromEntries(FLAGS.map((name) => [name, given.text(name)]))
      await session.configure({
        ...(endpoint !== undefined && { endpoint }),
        ...(instance !== undefined && { instance }),
        ...(id !== undefined && { id }),
        ...(secret !== undefined && { secret }),
        ...(token !== undefined && { token }),
        ...(region !== undefined && { region }),
      })
    }
    const { endpoint = '', id = '', secret, token, instance = '' } = session.connection
    session.writeJson({
      Endpoint: endpoint,
      AccessKeyId: id,
      AccessKeySecret: masked(secret),
      AccessKeySecretToken: masked(token),
      Instance: instance,
    })
  },
}

/** A secret is never shown, not even its length. */
const masked = (secret: string | undefined): string => (secret === undefined ? '' : '******')
