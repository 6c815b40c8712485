import type { ClientTag } from '@attune/contract/features/client-tag'
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

/** Lists the tags of one client as chips. Renders nothing if the client has no tags. */
export function ClientTagChips({ tags }: { tags: readonly ClientTag[] }) {
  const { t } = useTranslation('clientTag')
  if (tags.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('title')}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <ClientTagChip tag={tag} />
        </li>
      ))}
    </ul>
  )
}
