import type { MediaFile, TableShape } from '@rowhouse/console-gate/shapes'
import type { RequestOf } from '@rowhouse/snippets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { shortBytes } from '../../parts/short-number.js'
import '../../rows/rows.css'
import type { Deletions } from '../../rows/many/use-deletions.js'
import { useTable } from '../../rows/use-rows.js'
import { askIndexToFollow } from '../../search/search-asks.js'
import { SidePanel } from '../../rows/side-panel.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading } from '../../texts/use-texts.js'
import { AnswerBar } from '../answer-bar.js'
import { RequestsAsCode } from '../../rows/requests-as-code.js'
import { MOMENT, inBeijing } from '../in-beijing.js'
import { OwnCopy } from '../own-copy.js'
import type { SamplePlace } from '../sample-frame.js'
import { useQuestion } from '../sample-gate.js'
import { samplesTexts } from '../samples-texts.js'
import { MEDIA_INDEX, MEDIA_TABLE } from './media-names.js'
import { percent, pictureUrl } from './media-grid.js'
import { mediaTexts } from './media-texts.js'

type Key = RequestOf<'GetRow'>['key']

/** One file, read by its key: its tags may be changed, and its row deleted. */
export function MediaDetail(props: {
  place: SamplePlace
  own: string
  id: string
  deletions: Deletions
  close: () => void
}) {
  const { place, own, id, deletions, close } = props
  const texts = useRoomTexts(mediaTexts)
  const shared = useRoomTexts(samplesTexts)
  const found = useQuestion(place.instance, 'media', 'file-by-key', { id })
  const file = found.data?.answer
  const svg = found.data?.pictures?.[id]
  const [request] = found.data?.requests ?? []
  const key = request?.operation === 'GetRow' ? request.key : undefined
  return (
    <SidePanel title={file?.title ?? texts.file} close={close} takesFocus>
      {found.error !== null && <ErrorNote error={found.error} />}
      {found.data !== undefined && !file && <p>{shared.nothing}</p>}
      {svg !== undefined && <img className="media-picture" src={pictureUrl(svg)} alt="" />}
      {file && <FileFacts file={file} />}
      {file && key && place.mayWrite && (
        <FileActions
          instance={place.instance}
          file={file}
          rowKey={key}
          remove={(table) => {
            deletions.begin(table, { kind: 'chosen', keys: [key] })
            close()
          }}
        />
      )}
      {!place.mayWrite && place.instance !== own && <OwnCopy instance={own} sample="media" />}
      {found.data !== undefined && (
        <AnswerBar
          answered={found.data}
          instance={place.instance}
          isOld={found.isPlaceholderData}
        />
      )}
    </SidePanel>
  )
}

function FileFacts({ file }: { file: MediaFile }) {
  const texts = useRoomTexts(mediaTexts)
  const shared = useRoomTexts(samplesTexts)
  const { language } = useReading()
  const seen = (name: string, share: number): string => `${name} ${percent(share, language)}`
  const facts: readonly (readonly [string, string])[] = [
    [texts.file, file.id],
    [texts.userId, file.userId],
    [texts.type, texts.types[file.type]],
    [texts.size, shortBytes(file.bytes, language)],
    [texts.created, inBeijing(file.createdAt, language, MOMENT)],
    [texts.at, file.place?.name ?? ''],
    [texts.camera, file.camera],
    [texts.tags, file.tags.map(({ tag, score }) => seen(tag, score)).join(', ')],
    [texts.faces, file.faces.map((face) => seen(face.person, face.similarity)).join(', ')],
    [texts.extra, file.extra === undefined ? '' : `${file.extra.name}: ${file.extra.value}`],
    [texts.origin, shared[file.origin]],
  ]
  return (
    <dl className="facts-list">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Asks again for what is shown of the sample, and once more when the index has followed its table. */
export function useAskAgain(instance: string): () => void {
  const { gate } = useSigned()
  const queries = useQueryClient()
  const place = { instance, table: MEDIA_TABLE, index: MEDIA_INDEX }
  return () => {
    const again = () => queries.invalidateQueries({ queryKey: ['sample question', instance] })
    void again()
    void askIndexToFollow(gate, place).then(again)
  }
}

/** Changes a row of the sample, and asks for what is shown of it again. */
function useFileChange(instance: string, onDone: () => void) {
  const { gate } = useSigned()
  const [sent, setSent] = useState<RequestOf<'UpdateRow'>>()
  const askAgain = useAskAgain(instance)
  const change = useMutation({
    mutationFn: async (request: RequestOf<'UpdateRow'>): Promise<void> => {
      setSent(request)
      await gate.ask(instance, request)
    },
    onSuccess: () => {
      onDone()
      askAgain()
    },
  })
  return { change, sent }
}

function FileActions(props: {
  instance: string
  file: MediaFile
  rowKey: Key
  remove: (table: TableShape) => void
}) {
  const { instance, file, rowKey: key, remove } = props
  const texts = useRoomTexts(mediaTexts)
  const [isEditing, setEditing] = useState(false)
  const { change, sent } = useFileChange(instance, () => setEditing(false))
  const table = useTable(instance, MEDIA_TABLE)
  const update = (tags: MediaFile['tags']): void => {
    const put = [{ name: 'tags', value: JSON.stringify(tags) }]
    const nothing = { deleted: [], increments: [] }
    const row = { table: MEDIA_TABLE, key, put, ...nothing, condition: 'exist' } as const
    change.mutate({ operation: 'UpdateRow', ...row })
  }
  return (
    <>
      <div className="fields">
        <button type="button" className="button" onClick={() => setEditing(true)}>
          {texts.editTags}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={table.data === undefined}
          onClick={() => table.data && remove(table.data)}
        >
          {texts.delete}
        </button>
      </div>
      {isEditing && <TagEditor tags={file.tags} save={update} cancel={() => setEditing(false)} />}
      {change.error !== null && <ErrorNote error={change.error} />}
      {change.isSuccess && <p role="status">{texts.saved}</p>}
      {sent !== undefined && change.isSuccess && (
        <RequestsAsCode requests={[sent]} instance={instance} />
      )}
    </>
  )
}

/** Tags that a person adds are sure. */
const SURE = 1

function TagEditor(props: {
  tags: MediaFile['tags']
  save: (tags: MediaFile['tags']) => void
  cancel: () => void
}) {
  const texts = useRoomTexts(mediaTexts)
  const [tags, setTags] = useState(props.tags)
  const [name, setName] = useState('')
  // What is typed counts as added, also for who saves at once.
  const all = withTag(tags, name.trim())
  const add = (event: FormEvent): void => {
    event.preventDefault()
    setTags(all)
    setName('')
  }
  return (
    <div className="note">
      <div className="fields">
        {tags.map(({ tag }) => (
          <button
            key={tag}
            type="button"
            className="button"
            aria-label={texts.removeTag(tag)}
            onClick={() => setTags(tags.filter((one) => one.tag !== tag))}
          >
            {tag} ×
          </button>
        ))}
      </div>
      <form className="fields" onSubmit={add}>
        <input
          className="input"
          aria-label={texts.tag}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button">
          {texts.addTag}
        </button>
      </form>
      <div className="fields">
        <button type="button" className="button main" onClick={() => props.save(all)}>
          {texts.saveTags}
        </button>
        <button type="button" className="button" onClick={props.cancel}>
          {texts.cancel}
        </button>
      </div>
    </div>
  )
}

const withTag = (tags: MediaFile['tags'], name: string): MediaFile['tags'] =>
  name === '' || tags.some(({ tag }) => tag === name)
    ? tags
    : [...tags, { tag: name, score: SURE, parent: name }]
