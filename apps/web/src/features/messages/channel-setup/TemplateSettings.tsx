import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import {
  templateVariables,
  unknownTemplateVariables,
} from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { isLanguage, languageNames } from '../../../platform/settings/language.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './channel-setup.module.css'
import { SetupRow } from './SetupRow.tsx'
import { useSetupChange } from './use-channel-setup.ts'

const TemplateDialog = lazyNamed(() => import('./TemplateDialog.tsx'), 'TemplateDialog')

/** The templates that WhatsApp has approved, with their full text. */
export function TemplateSettings({ setup }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const [adding, setAdding] = useState(false)
  const remove = useSetupChange(api.channelSetup.removeTemplate)
  return (
    <Section
      title={t('templates')}
      hint={t('templatesHint')}
      rows
      action={
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('template.add')}
        </Button>
      }
    >
      {setup.templates.length === 0 && <SetupRow name={t('template.none')} />}
      {setup.templates.map(({ id, name, language, text, templateId }) => (
        <SetupRow
          key={id}
          name={`${name} · ${isLanguage(language) ? languageNames[language] : language}`}
          state={<TemplateState text={text} templateId={templateId} />}
        >
          <Button
            variant="default"
            aria-label={t('removeOf', { name })}
            loading={remove.isPending && remove.variables.id === id}
            onClick={() => remove.mutate({ id }, { onError: () => toast.error(t('notSaved')) })}
          >
            {t('remove')}
          </Button>
        </SetupRow>
      ))}
      {adding && <TemplateDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** The text and the id of a template, with a warning if therapists cannot send it because it has an unknown variable. */
function TemplateState({ text, templateId }: { text: string; templateId: string }) {
  const { t } = useTranslation('channelSetup')
  const unknown = unknownTemplateVariables(text)
  return (
    <>
      {`${text}\n${templateId}`}
      {unknown.length > 0 && (
        <div className={classes.problem}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{t('template.notOffered', { ...templateVariables, variables: unknown.join(', ') })}</span>
        </div>
      )}
    </>
  )
}
