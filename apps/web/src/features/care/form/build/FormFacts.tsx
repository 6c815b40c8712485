import { formLimits } from '@attune/contract/features/care/form/form.rules'
import type { FormContent, FormView } from '@attune/contract/features/care/form/form.schemas'
import { languages } from '@attune/contract/common/text/text'
import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isLanguage, languageOptions } from '../../../../platform/settings/language.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { useSetOnJoining } from './use-form-editor.ts'

type Props = { view: FormView; content: FormContent; onChange: (part: Partial<FormContent>) => void }

/** Edits the title and language of a form, whether it is a consent, and whether everyone who joins receives it. */
export function FormFacts({ view, content, onChange }: Props) {
  const { t } = useTranslation('form')
  const onJoining = useSetOnJoining(view.id)
  return (
    <Section title={t('facts.title')}>
      <Stack gap="md">
        <TextInput
          label={t('facts.name')}
          value={content.title}
          maxLength={formLimits.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('new.language')}
          data={languageOptions(languages)}
          value={content.language}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && onChange({ language: value })}
        />
        <Switch
          label={t('facts.isConsent')}
          description={t('facts.isConsentHint')}
          checked={content.isConsent}
          onChange={(event) => onChange({ isConsent: event.currentTarget.checked })}
        />
        <Switch
          label={t('onJoining.label')}
          description={t(view.confirmedVersion === null ? 'onJoining.confirmFirst' : 'onJoining.hint')}
          checked={view.isSentOnJoining}
          disabled={view.confirmedVersion === null || onJoining.isPending}
          onChange={(event) => onJoining.mutate(event.currentTarget.checked)}
        />
      </Stack>
    </Section>
  )
}
