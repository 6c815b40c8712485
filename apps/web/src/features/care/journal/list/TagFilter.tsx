import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import classes from './list.module.css'

/** Maximum number of tags in the filter. The search finds entries by other tags. */
const maxTags = 8

/** Lists the most used tags. Selecting a tag filters the list of entries. */
export function TagFilter({ tag, onTag }: { tag: string | null; onTag: (tag: string | null) => void }) {
  const { t } = useTranslation('journal')
  const read = useQuery(orpc.journal.tags.queryOptions({ input: {} }))
  const mostUsed = (read.data?.items ?? []).toSorted((a, b) => b.entries - a.entries).slice(0, maxTags)
  const shown = tag && !mostUsed.some((one) => one.tag === tag) ? [{ tag, entries: 0 }, ...mostUsed] : mostUsed
  if (read.isPending) return <Pending />
  if (shown.length === 0) return null
  return (
    <ScrollRow>
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
    </ScrollRow>
  )
}
