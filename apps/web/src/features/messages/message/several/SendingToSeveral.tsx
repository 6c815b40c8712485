import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import classes from './write-to-several.module.css'
import type { Several } from './WriteToSeveralDialog.tsx'

/** Shows the progress of sending, then the result: the number of clients who got the message, and the reasons why others did not. */
export function SendingToSeveral({ several, onClose }: { several: Several; onClose: () => void }) {
  const { t } = useTranslation(['message', 'common'])
  const { chosen, outcomes, isSending, isComplete, waits, send, stop, forget } = several
  const done = chosen.filter(({ clientId }) => outcomes[clientId] !== undefined)
  const sent = chosen.filter(({ clientId }) => outcomes[clientId] === 'sent').length
  const finish = () => {
    forget()
    onClose()
  }
  return (
    <div className={classes.form}>
      <progress className={classes.progress} aria-label={t('several.title')} value={done.length} max={chosen.length} />
      <p role="status">
        {isSending && waits !== null
          ? t('several.waiting', { seconds: waits })
          : isSending || isComplete
            ? t('several.sent', { sent, count: chosen.length })
            : t('several.unfinished')}
      </p>
      {!isSending && <NotSent several={several} />}
      <div className={classes.buttons}>
        {isSending ? (
          <Button variant="default" onClick={stop}>
            {t('several.stop')}
          </Button>
        ) : (
          <>
            <Button variant={isComplete ? 'filled' : 'default'} onClick={finish}>
              {t('common:close')}
            </Button>
            {!isComplete && <Button onClick={() => void send()}>{t('several.continue')}</Button>}
          </>
        )}
      </div>
    </div>
  )
}

/** The clients who did not get the message, with the reason. */
function NotSent({ several: { chosen, outcomes } }: { several: Several }) {
  const { t } = useTranslation('message')
  const unsent = chosen.flatMap(({ clientId, name }) => {
    const outcome = outcomes[clientId] ?? 'open'
    return outcome === 'sent' ? [] : [{ clientId, name, outcome }]
  })
  if (unsent.length === 0) return null
  return (
    <Callout kind="warning" title={t('several.notSent', { count: unsent.length })}>
      <ul className={classes.unsent}>
        {unsent.map(({ clientId, name, outcome }) => (
          <li key={clientId}>
            {name}: {t(`several.reason.${outcome}`)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
