import type { ClientDocument } from '@attune/contract/features/care/document/document'
import { UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow } from '../../../ui/page/Section.tsx'
import { formatFileSize, LazyFileViewDialog } from '../file/file.ts'
import rowLink from '../../../ui/page/row/RowLink.module.css'
import classes from './document.module.css'

type Props = { item: ClientDocument; by: string; more?: ReactNode; children?: ReactNode }

/** A document with its size, date and origin. A checked file can be opened and downloaded. */
export function DocumentRow({ item: { file, addedAt }, by, more, children }: Props) {
  const { t } = useTranslation('document')
  const locale = useLocale()
  const [viewed, setViewed] = useState(false)
  const { name, size, state } = file
  const isReady = state === 'ready'
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        {isReady ? (
          <UnstyledButton className={rowLink.link} aria-haspopup="dialog" onClick={() => setViewed(true)}>
            {name}
          </UnstyledButton>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <div className={classes.facts}>
          <MetaList>
            {by}
            {dateText(localDay(addedAt, locale), locale.language)}
            {formatFileSize(size, locale.language)}
            {!isReady && t(state === 'refused' || state === 'quarantined' ? 'state.refused' : 'state.checking')}
            {more}
          </MetaList>
        </div>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
      {viewed && <LazyFileViewDialog file={file} onClose={() => setViewed(false)} />}
    </CardRow>
  )
}
