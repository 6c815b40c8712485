import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { countryName } from '../../../ui/choice/country-name.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './assistant.module.css'
import type { OfferedAssistant } from './assistant-request.ts'
import { useAssistantOffText } from './use-assistant-off.ts'
import { useAssistantStatus, useRefetchAssistant } from './use-assistant-status.ts'

const SwitchOnAssistantDialog = lazyNamed(() => import('./SwitchOnAssistantDialog.tsx'), 'SwitchOnAssistantDialog')

/** The therapist's switch for the assistant. If the practice does not offer it, shows only which data the assistant would send, and to whom. */
export function OwnAssistantSettings() {
  const { data } = useAssistantStatus()
  const offText = useAssistantOffText()
  if (!data) return null
  if (!data.offered) return offText && <Callout>{offText}</Callout>
  return <OfferedSettings offered={data.offered} switchedOnAt={data.switchedOnAt} />
}

type Props = { offered: OfferedAssistant; switchedOnAt: string | null }

function OfferedSettings({ offered, switchedOnAt }: Props) {
  const { t } = useTranslation('assistantSettings')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const offText = useAssistantOffText()
  const country = countryName(offered.providerCountry, locale.language)
  return (
    <Section title={t('title')} hint={t('hint')}>
      <div className={classes.stack}>
        <div>
          <StatusBadge
            icon={switchedOnAt ? IconCircleCheck : IconCircleDashed}
            tone={switchedOnAt ? 'success' : 'quiet'}
          >
            {switchedOnAt ? t('on', { when: momentInSentence(switchedOnAt, locale) }) : t('off')}
          </StatusBadge>
          <p className={classes.quiet}>
            {offText ?? t(offered.isOwnHost ? 'goesToOwnHost' : 'goesTo', { provider: offered.provider, country })}
          </p>
        </div>
        <div className={classes.buttons}>
          <Button variant={switchedOnAt ? 'subtle' : 'light'} onClick={() => setOpen(true)}>
            {t(switchedOnAt ? 'readAgain' : 'readFirst')}
          </Button>
          {switchedOnAt && (
            <ButtonLink variant="light" to="/dashboard/therapist/assistant">
              {t('open')}
            </ButtonLink>
          )}
          {switchedOnAt && <SwitchOffButton />}
        </div>
      </div>
      {isOpen && (
        <SwitchOnAssistantDialog offered={offered} isOn={switchedOnAt !== null} onClose={() => setOpen(false)} />
      )}
    </Section>
  )
}

function SwitchOffButton() {
  const { t } = useTranslation('assistantSettings')
  const refetch = useRefetchAssistant()
  const off = useMutation({
    mutationFn: () => api.assistant.switchOff({ command: createId() }),
    onSuccess: () => toast.success(t('done.off')),
    onError: () => toast.error(t('failed')),
    onSettled: refetch,
  })
  return (
    <Button variant="default" loading={off.isPending} onClick={() => off.mutate()}>
      {t('switchOff')}
    </Button>
  )
}
