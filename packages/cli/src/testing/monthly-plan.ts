const FREE = { read: 0, write: 0 }

/** The plan of a set of tables, one a month, whose months are archived after one. */
export const monthlyPlan = (
  name: string,
  key: Readonly<Record<string, string>>,
  columns: Readonly<Record<string, string>>,
) => ({
  name,
  tableName: `${name}_{yyyy}{MM}`,
  key,
  columns,
  units: { current: FREE, recent: FREE, old: FREE },
  monthsAhead: 0,
  retentionMonths: 1,
  expired: 'archive',
})
