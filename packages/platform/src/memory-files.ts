import { dirname, join, normalize } from 'node:path'
import type { FileHandle, Files } from './files.js'

/** Files in memory, which last as long as the process. */
export function createMemoryFiles(): Files {
  const contents = new Map<string, MemoryFile>()
  const folders = new Set<string>()
  let made = 0
  const existing = (path: string): MemoryFile => {
    const file = contents.get(normalize(path))
    if (file === undefined) throw fileError('ENOENT', path)
    return file
  }
  const renameFolder = (from: string, to: string): void => {
    if (folders.has(to) || contents.has(to)) throw fileError('ENOTEMPTY', to)
    const isMoved = (path: string): boolean => path === from || path.startsWith(join(from, '/'))
    for (const path of [...folders].filter(isMoved)) {
      folders.delete(path)
      folders.add(`${to}${path.slice(from.length)}`)
    }
    for (const [path, file] of [...contents].filter(([name]) => isMoved(name))) {
      contents.delete(path)
      contents.set(`${to}${path.slice(from.length)}`, file)
    }
  }
  return {
    async makeDirectory(path) {
      for (let at = normalize(path); !folders.has(at); at = dirname(at)) folders.add(at)
    },
    async list(path) {
      const start = join(path, '/')
      return [...contents.keys(), ...folders]
        .filter((entry) => entry.startsWith(start) && !entry.slice(start.length).includes('/'))
        .map((entry) => entry.slice(start.length))
        .filter((name) => name !== '')
        .sort()
    },
    async open(path, mode) {
      const target = normalize(path)
      if (mode !== 'create') return handleOf(existing(target), mode === 'write')
      if (contents.has(target)) throw fileError('EEXIST', path)
      if (!folders.has(dirname(target))) throw fileError('ENOENT', path)
      const file = { identity: `${++made}`, content: Buffer.alloc(0), size: 0 }
      contents.set(target, file)
      return handleOf(file, true)
    },
    async rename(from, to) {
      if (folders.has(normalize(from))) {
        renameFolder(normalize(from), normalize(to))
        return
      }
      contents.set(normalize(to), existing(from))
      contents.delete(normalize(from))
    },
    async remove(path) {
      existing(path)
      contents.delete(normalize(path))
    },
    async removeFolder(path) {
      const start = join(path, '/')
      if ([...contents.keys(), ...folders].some((entry) => entry.startsWith(start)))
        throw fileError('ENOTEMPTY', path)
      if (!folders.delete(normalize(path))) throw fileError('ENOENT', path)
    },
    async syncDirectory() {},
    async identity(path) {
      const target = normalize(path)
      return contents.get(target)?.identity ?? (folders.has(target) ? target : undefined)
    },
    async freeSpace() {
      return Number.MAX_SAFE_INTEGER
    },
  }
}

/** Only the first `size` bytes count as content. */
interface MemoryFile {
  readonly identity: string
  content: Buffer
  size: number
}

function handleOf(file: MemoryFile, isWritable: boolean): FileHandle {
  const write: FileHandle['write'] = async (data, position) => {
    if (!isWritable) throw fileError('EBADF', 'a file that is open for reading')
    const end = position + data.length
    if (end > file.content.length) file.content = grown(file, end)
    data.copy(file.content, position)
    file.size = Math.max(file.size, end)
  }
  return {
    async read(position, length, into) {
      const target = into?.subarray(0, length) ?? Buffer.alloc(length)
      if (target.length < length) throw new RangeError('the buffer is too small')
      const end = Math.min(position + length, file.size)
      const count = Math.max(0, end - position)
      if (count > 0) file.content.copy(target, 0, position, end)
      return target.subarray(0, count)
    },
    write,
    writeSynced: write,
    async truncate(length) {
      if (length > file.content.length) file.content = grown(file, length)
      file.content.fill(0, Math.min(length, file.size))
      file.size = length
    },
    async datasync() {},
    async size() {
      return file.size
    },
    async close() {},
  }
}

function grown({ content, size }: MemoryFile, needed: number): Buffer {
  const target = Buffer.alloc(Math.max(needed, content.length * 2))
  content.copy(target, 0, 0, size)
  return target
}

function fileError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code })
}
