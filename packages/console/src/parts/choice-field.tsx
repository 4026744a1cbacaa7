/** One of a few options, with its name above. */
export function Choice<Option extends string | number>({
  label,
  options,
  textOf,
  value,
  change,
}: {
  label: string
  options: readonly Option[]
  textOf: (option: Option) => string
  value: Option
  change: (option: Option) => void
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        className="input"
        value={value}
        onChange={({ target }) => {
          const option = options.find((each) => String(each) === target.value)
          if (option !== undefined) change(option)
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
