import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import classes from './list.module.css'

/** So many tags are offered; the others are found by searching for them. */
const most = 8

/** The tags that are used most; one of them narrows the list. */
export function TagFilter({ tag, onTag }: { tag: string | null; onTag: (tag: string | null) => void }) {
  const { t } = useTranslation('journal')
  const read = useQuery(query.journal.tags.queryOptions({ input: {} }))
  const often = (read.data?.items ?? []).toSorted((a, b) => b.entries - a.entries).slice(0, most)
  const shown = tag && !often.some((one) => one.tag === tag) ? [{ tag, entries: 0 }, ...often] : often
  if (shown.length === 0) return null
  return (
    <div className={classes.tags} role="group" aria-label={t('tags.filter')}>
      {shown.map((one) => (
        <button
          key={one.tag}
          type="button"
          className={classes.tag}
          aria-pressed={one.tag === tag}
          onClick={() => onTag(one.tag === tag ? null : one.tag)}
        >
          {one.tag}
        </button>
      ))}
    </div>
  )
}
