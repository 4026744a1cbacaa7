import type { TableOverview } from '@rowhouse/console-gate/shapes'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { mayWrite, useSigned } from '../../gate/use-gate.js'
import { indexPath, newIndexPath, searchPath } from '../../search/search-paths.js'
import type { SampleGoal } from '../../samples/sample-goals.js'
import { useTables } from '../../tables/use-tables.js'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useReading, useTexts } from '../../texts/use-texts.js'
import {
  billPath,
  homePath,
  importPath,
  instancesPath,
  newTablePath,
  loadPath,
  operationsPath,
  partitionsPath,
  rowsPath,
  samplesPath,
  serverPath,
  settingsPath,
  tablesPath,
} from '../paths.js'
import type { Goal } from './find-goals.js'
import { paletteTexts } from './palette-texts.js'

/** Every table, index, place, sample and action that the person may reach. */
export function useGoals(instance: string | undefined): readonly Goal[] {
  const texts = useRoomTexts(paletteTexts)
  const common = useTexts()
  const signed = useSigned()
  const tables = useTables(instance)
  const [first] = signed.session.instances
  const here = instance ?? first
  const samples = useSampleGoals(here)
  const [, navigate] = useLocation()
  return useMemo(() => {
    const to: ToPath = (label, kind, path) => ({
      id: `${kind} ${path}`,
      label,
      kind,
      go: () => navigate(path),
    })
    const { session, signOut } = signed
    const parts: GoalParts = { to, texts, common, mayWrite: mayWrite(signed) }
    return [
      ...(instance === undefined ? [] : goalsOfTables(parts, instance, tables.data ?? [])),
      ...(here === undefined ? [] : goalsOfInstance(parts, here)),
      ...samples.map(({ label, path }) => to(label, common.rail.samples, path)),
      ...session.instances
        .filter((name) => name !== instance)
        .map((name) => to(name, texts.instance, homePath(name))),
      ...(session.access === 'operator'
        ? [
            to(common.rail.server, texts.place, serverPath),
            to(common.rail.instances, texts.place, instancesPath),
          ]
        : []),
      { id: 'out', label: common.rail.signOut, kind: texts.action, go: signOut },
    ]
  }, [tables.data, samples, texts, common, instance, here, navigate, signed])
}

type ToPath = (label: string, kind: string, path: string) => Goal

interface GoalParts {
  readonly to: ToPath
  readonly texts: (typeof paletteTexts)['en']
  readonly common: ReturnType<typeof useTexts>
  readonly mayWrite: boolean
}

const goalsOfTables = (
  { to, texts, mayWrite: isWriter }: GoalParts,
  instance: string,
  tables: readonly TableOverview[],
): readonly Goal[] =>
  tables.flatMap(({ table, searchIndexes }) => [
    to(table, texts.rows, rowsPath(instance, table)),
    ...searchIndexes.map((index) =>
      to(`${table} / ${index}`, texts.search, indexPath({ instance, table, index })),
    ),
    to(table, texts.settings, settingsPath(instance, table)),
    to(table, texts.partitions, partitionsPath(instance, table)),
    ...(isWriter ? [to(table, texts.import, importPath(instance, table))] : []),
  ])

function goalsOfInstance(parts: GoalParts, instance: string): readonly Goal[] {
  const { to, texts, common, mayWrite: isWriter } = parts
  const actions = [
    to(common.tables.create, texts.action, newTablePath(instance)),
    to(common.tables.fromFile, texts.action, importPath(instance)),
    to(texts.newIndex, texts.action, newIndexPath(instance)),
  ]
  return [
    to(common.rail.home, texts.place, homePath(instance)),
    to(common.rail.tables, texts.place, tablesPath(instance)),
    to(common.rail.search, texts.place, searchPath(instance)),
    to(common.partitions.title, texts.place, loadPath(instance)),
    to(common.rail.operations, texts.place, operationsPath(instance)),
    to(common.rail.samples, texts.place, samplesPath(instance)),
    to(common.rail.bill, texts.place, billPath(instance)),
    ...(isWriter ? actions : []),
  ]
}

/** The pages of the samples and their questions. Their names come when they are looked for. */
function useSampleGoals(instance: string | undefined): readonly SampleGoal[] {
  const { language } = useReading()
  const [goals, setGoals] = useState<readonly SampleGoal[]>([])
  useEffect(() => {
    if (instance === undefined) return
    const show = async (): Promise<void> => {
      const { sampleGoals } = await import('../../samples/sample-goals.js')
      setGoals(sampleGoals(instance, language))
    }
    // Without them, everything else is still found.
    show().catch(() => setGoals([]))
  }, [instance, language])
  return goals
}
