import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormDraft } from '../../../platform/draft/use-draft.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../date-text.ts'
import { Callout } from '../../base/Callout.tsx'

/**
 * Shows that a form's draft was restored, that there is another version of it, or that the draft is kept only while
 * this page is open.
 */
export function DraftCallout({
  draft: { restored, other, stored, dirty, startOver },
}: {
  draft: Omit<FormDraft, 'forget'>
}) {
  const { t } = useTranslation('common')
  const locale = useLocale()
  const buttons = (
    <Group gap="xs">
      {other && (
        <Button variant="default" size="compact-sm" onClick={other.show}>
          {t('draft.show')}
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={startOver}>
        {t('draft.startOver')}
      </Button>
    </Group>
  )
  return (
    <>
      {restored && (
        <Callout action={buttons}>
          {t('draft.back')}
          {other && ` ${t('draft.other', { when: momentInSentence(new Date(other.at).toISOString(), locale) })}`}
        </Callout>
      )}
      {dirty && !stored && <Callout>{t('draft.pageOnly')}</Callout>}
    </>
  )
}
