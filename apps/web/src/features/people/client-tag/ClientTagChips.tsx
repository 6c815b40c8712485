import type { ClientTag } from '@attune/contract/features/people/client-tag/client-tag'
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ClientTag.module.css'

/** Renders a tag as a chip with a dot in the tag's color. Renders `children` after the name. */
export function ClientTagChip({ tag, children }: { tag: Pick<ClientTag, 'name' | 'color'>; children?: ReactNode }) {
  return (
    <span className={classes.chip} data-color={tag.color ?? undefined}>
      <span className={classes.name}>{tag.name}</span>
      {children}
    </span>
  )
}

/** The number of tags that a row of the client list shows if it omits the others. */
const shownInRow = 3

/**
 * Lists the tags of one client as chips. If there are more than four, shows three and the number of the others, with their names as a tooltip.
 * Renders nothing without tags.
 */
export function ClientTagChips({ tags }: { tags: readonly ClientTag[] }) {
  const { t } = useTranslation('clientTag')
  if (tags.length === 0) return null
  const shown = tags.length > shownInRow + 1 ? tags.slice(0, shownInRow) : tags
  const others = tags.slice(shown.length)
  const names = others.map(({ name }) => name).join(', ')
  return (
    <ul className={classes.chips} aria-label={t('title')}>
      {shown.map((tag) => (
        <li key={tag.id}>
          <ClientTagChip tag={tag} />
        </li>
      ))}
      {others.length > 0 && (
        <li className={classes.others} title={names}>
          <span aria-hidden>+{others.length}</span>
          <VisuallyHidden>{t('more', { count: others.length, tags: names })}</VisuallyHidden>
        </li>
      )}
    </ul>
  )
}
