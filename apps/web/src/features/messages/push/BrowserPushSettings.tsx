import { Skeleton, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useMe } from '../../../platform/login/login.ts'
import type { PushProblem } from '../../../platform/push/push-browser.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { PushBrowserRow } from './PushBrowserRow.tsx'
import classes from './push.module.css'
import { problemOf, usePushBrowsers } from './use-push-browsers.ts'

const TurnOnPushDialog = lazyNamed(() => import('./TurnOnPushDialog.tsx'), 'TurnOnPushDialog')

/**
 * Switches push notifications on and off in this browser, and lists the browsers that get them. The browser asks for
 * permission only after a click in the dialog that explains push notifications.
 */
export function BrowserPushSettings() {
  const { t } = useTranslation('push')
  const account = useMe()?.id ?? ''
  const errorText = useErrorMessage()
  const [isAsking, setAsking] = useState(false)
  const { read, current, turnOn, remove, test } = usePushBrowsers(account)
  const change = (on: boolean) => {
    turnOn.reset()
    if (on) setAsking(true)
    else if (current) remove.mutate(current.id)
  }
  return (
    <>
      <Query of={read} pending={<Skeleton height={56} />} failed={t('loadFailed')} again={t('again')}>
        {({ items }) => (
          <>
            <PushSwitch
              isOn={current !== undefined}
              isBusy={turnOn.isPending || remove.isPending}
              problem={turnOn.isError ? problemOf(turnOn.error) : null}
              onChange={change}
            />
            <FormError>{errorText(remove.error ?? test.error)}</FormError>
            <div className={items.length > 0 ? classes.browsers : undefined}>
              {items.map((browser) => (
                <PushBrowserRow
                  key={browser.id}
                  browser={browser}
                  isTesting={test.isPending && test.variables === browser.id}
                  isRemoving={remove.isPending && remove.variables === browser.id}
                  onTest={() => test.mutate(browser.id)}
                  onRemove={() => remove.mutate(browser.id)}
                />
              ))}
            </div>
          </>
        )}
      </Query>
      {isAsking && (
        <TurnOnPushDialog
          isPending={turnOn.isPending}
          onClose={() => setAsking(false)}
          onTurnOn={() => turnOn.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
    </>
  )
}

type SwitchProps = {
  isOn: boolean
  isBusy: boolean
  problem: PushProblem | null
  onChange: (on: boolean) => void
}

/** The switch of this browser, with the reason why push notifications could not be switched on. */
function PushSwitch({ isOn, isBusy, problem, onChange }: SwitchProps) {
  const { t } = useTranslation('push')
  return (
    <>
      <SettingRow label={t('here')} hint={t('hereHint')} inline>
        <Switch
          aria-label={t('here')}
          checked={isOn}
          disabled={isBusy}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </SettingRow>
      <div role="status">
        {problem && (
          <div className={classes.inset}>
            <Callout kind="warning">{t(`problems.${problem}`)}</Callout>
          </div>
        )}
      </div>
    </>
  )
}
