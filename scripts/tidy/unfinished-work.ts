import { type Finding, type TextFile, isMarkdown } from './repository.js'
import { parse } from './syntax.js'

const MARK = /\b(TODO|FIXME|XXX|HACK)\b/
const WITH_ISSUE = /\b(TODO|FIXME|XXX|HACK)\(#\d+\)/

/** A note on work that is left must name an issue, or it is forgotten. */
export const findUnfinishedWork = (file: TextFile, syntax = parse(file)): Finding[] => {
  if (isMarkdown(file)) return []
  const { comments, lineAt } = syntax
  return comments.flatMap((comment) => {
    if (!MARK.test(comment.value) || WITH_ISSUE.test(comment.value)) return []
    return [
      { path: file.path, line: lineAt(comment.start), message: 'names no issue, as in (#12)' },
    ]
  })
}
