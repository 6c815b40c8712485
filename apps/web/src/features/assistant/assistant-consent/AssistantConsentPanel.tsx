import type { AssistantConsent } from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './assistant-consent.module.css'
import { useWithdrawAssistantConsent, type AssistantConsentViewer } from './use-assistant-consent.ts'

const GiveAssistantConsentDialog = lazyNamed(
  () => import('./GiveAssistantConsentDialog.tsx'),
  'GiveAssistantConsentDialog',
)
const AssistantConsentHistoryDialog = lazyNamed(
  () => import('./AssistantConsentHistoryDialog.tsx'),
  'AssistantConsentHistoryDialog',
)

type Props = {
  consent: AssistantConsent
  viewer: AssistantConsentViewer
  /** The other person: the therapist for a client, the client for a therapist. */
  name: string
  /** The language of the client. */
  language?: Language | undefined
  /** Whether the screen already says that there is no consent. */
  isAbsenceShown?: boolean
}

/** Shows whether the client consents, with buttons that give and withdraw the consent, and its history. */
export function AssistantConsentPanel({ consent, viewer, name, language, isAbsenceShown = false }: Props) {
  const { t } = useTranslation('assistantConsent')
  const [open, setOpen] = useState<'give' | 'history' | null>(null)
  const close = () => setOpen(null)
  const { offered, isGiven, mayGive, latest, history } = consent
  return (
    <div className={classes.panel}>
      {(latest || !isAbsenceShown) && <ConsentStatus consent={consent} viewer={viewer} name={name} />}
      <div className={classes.buttons}>
        {mayGive && offered && !isGiven && (
          <Button variant={viewer === 'client' ? 'default' : 'light'} onClick={() => setOpen('give')}>
            {t(`give.${viewer}`)}
          </Button>
        )}
        {latest && <WithdrawButton consent={consent} viewer={viewer} />}
        {history.length > 0 && (
          <Button variant="subtle" onClick={() => setOpen('history')}>
            {t('history.open')}
          </Button>
        )}
      </div>
      {open === 'history' && <AssistantConsentHistoryDialog history={history} onClose={close} />}
      {open === 'give' && offered && (
        <GiveAssistantConsentDialog
          consent={consent}
          offered={offered}
          viewer={viewer}
          name={name}
          language={language}
          onClose={close}
        />
      )}
    </div>
  )
}

function ConsentStatus({ consent: { isGiven, latest, offered }, viewer, name }: Props) {
  const { t } = useTranslation('assistantConsent')
  const locale = useLocale()
  if (!latest)
    return (
      <div>
        <StatusBadge icon={IconCircleDashed}>{t('status.none')}</StatusBadge>
        <p className={classes.quiet}>{t(`status.noneText.${viewer}`, { name })}</p>
      </div>
    )
  const { provider, providerCountry, at, source } = latest
  const names = { provider, country: countryName(providerCountry, locale.language) }
  const when = momentInSentence(at, locale)
  return (
    <div>
      <StatusBadge icon={isGiven ? IconCircleCheck : IconCircleDashed} tone={isGiven ? 'success' : 'quiet'}>
        {t(isGiven ? 'status.given' : 'status.notInForce')}
      </StatusBadge>
      <p className={classes.quiet}>{t(`status.since.${source}`, { when, ...names })}</p>
      {!isGiven && offered && <p className={classes.quiet}>{t(`status.changed.${viewer}`, { name })}</p>}
    </div>
  )
}

function WithdrawButton({ consent, viewer }: Pick<Props, 'consent' | 'viewer'>) {
  const { t } = useTranslation('assistantConsent')
  const withdraw = useWithdrawAssistantConsent(consent)
  return (
    <Button
      variant="default"
      loading={withdraw.isPending}
      onClick={() =>
        withdraw.mutate(undefined, {
          onSuccess: () => toast.success(t(`done.${viewer}.withdrawn`)),
          onError: () => toast.error(t('saveFailed.other')),
        })
      }
    >
      {t('withdraw')}
    </Button>
  )
}
