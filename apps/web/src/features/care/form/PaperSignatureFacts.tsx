import type { PaperSignature, SentFormView } from '@attune/contract/features/care/form/form.schemas'
import { Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { LazyFileViewDialog } from '../file/file.ts'
import classes from './Form.module.css'

type Props = { paper: PaperSignature; scan: SentFormView['scan'] }

/** Shows who signed a form on paper and when, with the scan. */
export function PaperSignatureFacts({ paper: { signerName, signedOn }, scan }: Props) {
  const { t } = useTranslation(['form', 'formPaper', 'file'])
  const { language } = useLocale()
  const [isViewed, setIsViewed] = useState(false)
  return (
    <Section title={t('signature.title')}>
      <Text>{t('formPaper:signed', { name: signerName, day: dateText(signedOn, language) })}</Text>
      {scan && (
        <Text mt={6}>
          {t('formPaper:scan')}:{' '}
          <UnstyledButton className={classes.link} aria-haspopup="dialog" onClick={() => setIsViewed(true)}>
            {scan.name}
          </UnstyledButton>
        </Text>
      )}
      {isViewed && scan && <LazyFileViewDialog file={scan} onClose={() => setIsViewed(false)} />}
    </Section>
  )
}
