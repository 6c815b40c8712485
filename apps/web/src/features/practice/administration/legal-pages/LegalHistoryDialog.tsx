import type { LegalVersionId } from '@attune/contract/common/ids'
import type { LegalTextName } from '@attune/contract/features/practice/administration/administration.rules'
import type { LegalHistoryEntry } from '@attune/contract/features/practice/legal-text/legal-text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { interfaceLanguages, isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { productSettings } from '../../../../platform/settings/product-settings.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import classes from '../settings/settings.module.css'

/** Lists the versions of a legal text in one language, each with its text. */
export function LegalHistoryDialog({ page, onClose }: { page: LegalTextName; onClose: () => void }) {
  const { t } = useTranslation(['adminSettings', 'common'])
  const [language, setLanguage] = useState<Language>(productSettings().defaultLanguage)
  const read = useQuery(orpc.legalText.history.queryOptions({ input: { page, language }, staleTime: 0 }))
  return (
    <Dialog title={t('legal.historyPage', { page: t(`common:legal.${page}`) })} size={560} onClose={onClose}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('legal.language')}
          value={language}
          onChange={(value) => isLanguage(value) && setLanguage(value)}
          data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Query of={read} pending={<Skeleton height={160} />} failed={t('loadFailed')} again={t('again')}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={classes.quiet}>{t('legal.unwritten')}</p>
            ) : (
              items.map((entry) => <HistoryRow key={entry.id} entry={entry} />)
            )
          }
        </Query>
      </Stack>
    </Dialog>
  )
}

function HistoryRow({ entry }: { entry: LegalHistoryEntry }) {
  const { t } = useTranslation('adminSettings')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const time = momentText(entry.publishedAt, locale)
  return (
    <div className={classes.line}>
      <strong>{t('legal.version', { version: entry.version })}</strong>
      <div className={classes.quiet}>
        {entry.publishedBy ? t('legal.publishedBy', { time, name: entry.publishedBy }) : time}
      </div>
      {entry.sha256 ? (
        <>
          <div className={classes.hash}>SHA-256: {entry.sha256}</div>
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={t('legal.readVersion', { version: entry.version })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'legal.hide' : 'legal.read')}
          </Button>
          {isOpen && <VersionText id={entry.id} language={entry.language} />}
        </>
      ) : (
        <div className={classes.quiet}>{t('legal.removedText')}</div>
      )}
    </div>
  )
}

function VersionText({ id, language }: { id: LegalVersionId; language: Language }) {
  const { t } = useTranslation('adminSettings')
  const read = useQuery(orpc.legalText.version.queryOptions({ input: { id } }))
  return (
    <Query of={read} pending={<Skeleton height={120} />} failed={t('loadFailed')} again={t('again')}>
      {({ text }) => <div lang={language}>{text && <RichTextView value={text} under={2} />}</div>}
    </Query>
  )
}
