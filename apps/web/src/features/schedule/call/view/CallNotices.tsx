import { useTranslation } from 'react-i18next'
import { browserFamily } from '../before/browser-family.ts'
import classes from '../call.module.css'
import type { CallState } from '../engine/call-state.ts'
import type { OwnMediaState } from '../engine/own-media.ts'
import { useDeviceNotices } from './use-device-notices.ts'

/** Shows the state of the lines and of this person's devices in words. Screen readers announce each change. */
export function CallNotices({ state, own }: { state: CallState; own: OwnMediaState }) {
  const { t } = useTranslation('call')
  const notices = state.others.flatMap((other) => {
    const { name, line, isWeak, isPaused } = other
    if (line === 'blocked') return [t('line.blocked', { name })]
    if (line !== 'connected') return [t(line === 'lost' ? 'line.lost' : 'line.connecting', { name })]
    if (isPaused) return [t('weak.pausedOther', { name })]
    return isWeak && !state.isPaused ? [t('weak.hint', { name })] : []
  })
  if (state.isPaused) notices.unshift(t('weak.pausedOwn'))
  if (!state.isOnline && state.others.length > 0) notices.push(t('line.serverAway'))
  notices.push(...useDeviceNotices(own))
  if (own.screen && !own.mixedSound && browserFamily(navigator.userAgent) !== 'chromium')
    notices.push(t('screenSilent'))
  return (
    <div className={classes.notices} role="status">
      {/* Two people of a group may have chosen the same name. */}
      {[...new Set(notices)].map((notice) => (
        <p key={notice} className={classes.notice}>
          {notice}
        </p>
      ))}
    </div>
  )
}
