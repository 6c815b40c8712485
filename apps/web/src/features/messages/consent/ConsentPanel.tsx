import type { ChannelConsent, ClientConsent } from '@attune/contract/features/messages/consent/consent'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { ConsentViewer } from './consent-text.ts'
import classes from './consent.module.css'
import { useEndConsent } from './use-text-consents.ts'

const ConsentDialog = lazyNamed(() => import('./ConsentDialog.tsx'), 'ConsentDialog')
const ConsentHistoryDialog = lazyNamed(() => import('./ConsentHistoryDialog.tsx'), 'ConsentHistoryDialog')

type Props = {
  consent: ClientConsent
  viewer: ConsentViewer
  /** The other person: the therapist for a client, the client for a therapist. */
  name: string
  /** The language of the client. */
  language?: Language
}

/** Shows the client's consent for each channel, with buttons that allow, change and end it, and the history. */
export function ConsentPanel({ consent, viewer, name, language }: Props) {
  const { t } = useTranslation('consent')
  const [open, setOpen] = useState<ChannelConsent['channel'] | 'history' | null>(null)
  const close = () => setOpen(null)
  const edited = consent.channels.find(({ channel }) => channel === open)
  return (
    <div className={classes.panel}>
      <ConsentNotices consent={consent} viewer={viewer} name={name} />
      {consent.channels.map((channel) => (
        <ChannelRow
          key={channel.channel}
          consent={consent}
          channel={channel}
          viewer={viewer}
          onEdit={() => setOpen(channel.channel)}
        />
      ))}
      {consent.history.length > 0 && (
        <div>
          <Button className={classes.history} variant="subtle" size="compact-sm" onClick={() => setOpen('history')}>
            {t('history.open')}
          </Button>
        </div>
      )}
      {open === 'history' && <ConsentHistoryDialog history={consent.history} onClose={close} />}
      {edited && (
        <ConsentDialog
          consent={consent}
          channel={edited}
          viewer={viewer}
          name={name}
          language={language}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Shows that STOP or the provider ended text messages to the client's number, and that a message from this number has requested them again. */
function ConsentNotices({ consent, viewer, name }: Props) {
  const { t } = useTranslation('consent')
  const locale = useLocale()
  const { stopped, requestedAt, number } = consent
  return (
    <>
      {stopped && (
        <Callout kind="warning">
          {t(`stopped.${stopped.source}`, { number, when: momentInSentence(stopped.at, locale) })}{' '}
          {!requestedAt && consent.mayGive && t(`afterStop.${viewer}`, { name })}
        </Callout>
      )}
      {requestedAt && (
        <Callout>{t(`requested.${viewer}`, { name, when: momentInSentence(requestedAt, locale) })}</Callout>
      )}
    </>
  )
}

type RowProps = Pick<Props, 'consent' | 'viewer'> & { channel: ChannelConsent; onEdit: () => void }

function ChannelRow({ consent, channel, viewer, onEdit }: RowProps) {
  const { t } = useTranslation('consent')
  const end = useEndConsent(consent, channel)
  const label = t(`channel.${channel.channel}`)
  const isGiven = channel.given.length > 0
  const stop = () =>
    end.mutate(undefined, {
      onSuccess: () => toast.success(t(`done.${viewer}.stopped`)),
      onError: () => toast.error(t('saveFailed.other')),
    })
  return (
    <div className={classes.channel}>
      <div className={classes.texts}>
        <h3 className={classes.name}>{label}</h3>
        {isGiven ? (
          <>
            <div>{channel.given.map((purpose) => t(`purpose.${purpose}`)).join(' · ')}</div>
            <div className={classes.quiet}>{t('toNumber', { number: consent.number })}</div>
          </>
        ) : (
          <div className={classes.quiet}>{t('none')}</div>
        )}
      </div>
      <div className={classes.buttons}>
        {consent.mayGive && (
          <Button variant="default" onClick={onEdit}>
            {t(isGiven ? 'change' : viewer === 'client' ? 'allow' : 'record', { channel: label })}
          </Button>
        )}
        {isGiven && (
          <Button variant="default" loading={end.isPending} onClick={stop}>
            {t('stop', { channel: label })}
          </Button>
        )}
      </div>
    </div>
  )
}
