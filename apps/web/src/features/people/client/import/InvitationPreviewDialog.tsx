import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { currentLanguage, isLanguage, languageOptions } from '../../../../platform/settings/language.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { nonce } from '../../../../platform/nonce.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from './Import.module.css'
import { mailPage } from './mail-page.ts'

const forms = ['asMail', 'asText'] as const

/** Shows the invitation email in each language, as HTML and as text. The link in the preview does not work. */
export function InvitationPreviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('import')
  const [language, setLanguage] = useState(currentLanguage)
  const [form, setForm] = useState<(typeof forms)[number]>('asMail')
  const read = useQuery(orpc.connection.invitationPreview.queryOptions({ input: { language } }))
  return (
    <Dialog onClose={onClose} title={t('invite.preview')} size={640}>
      <SegmentedControl
        fullWidth
        mb="xs"
        aria-label={t('invite.language')}
        value={language}
        onChange={(value) => isLanguage(value) && setLanguage(value)}
        data={languageOptions(useProductSettings().languages, language)}
      />
      <SegmentedControl
        mb="md"
        aria-label={t('invite.form')}
        value={form}
        onChange={setForm}
        data={forms.map((value) => ({ value, label: t(`invite.${value}`) }))}
      />
      <Query of={read} pending={<Skeleton height={200} />} failed={t('invite.previewFailed')} again={t('again')}>
        {(data) => (
          <div lang={language}>
            <Text size="sm" mb="xs">
              <Text span inherit c="dimmed">
                {t('invite.subject')}:{' '}
              </Text>
              <strong>{data.subject}</strong>
            </Text>
            {form === 'asText' ? (
              <pre className={classes.mail}>{data.text}</pre>
            ) : (
              <iframe
                key={language}
                className={classes.frame}
                sandbox=""
                title={t('invite.mail')}
                srcDoc={mailPage(data.html, nonce())}
              />
            )}
          </div>
        )}
      </Query>
    </Dialog>
  )
}
