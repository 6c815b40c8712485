import type { LegalVersionId } from '@attune/contract/common/ids'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { languageNames } from '../../../platform/settings/language.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx'
import classes from './LegalText.module.css'

export function LegalVersionDialog({ id, onClose }: { id: LegalVersionId; onClose: () => void }) {
  const { t } = useTranslation(['legalText', 'common'])
  const locale = useLocale()
  const read = useQuery(orpc.legalText.version.queryOptions({ input: { id } }))
  return (
    <Dialog title={read.data ? t(`common:legal.${read.data.page}`) : t('agreed.read')} size={560} onClose={onClose}>
      <Query of={read} pending={<Skeleton height={240} />} failed={t('joining.failed')} again={t('again')}>
        {({ version, publishedAt, language, text }) => (
          <Stack gap="sm">
            <p className={classes.quiet}>
              {t('version', { version, date: dateText(localDay(publishedAt, locale), locale.language) })} ·{' '}
              {languageNames[language]}
            </p>
            <div lang={language}>{text ? <RichTextView value={text} under={2} /> : <p>{t('removed')}</p>}</div>
          </Stack>
        )}
      </Query>
    </Dialog>
  )
}
