import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { browserProblem, type OpenedDevices } from '../engine/devices.ts'
import type { OwnMediaState } from '../engine/own-media.ts'
import { browserFamily } from './browser-family.ts'

/** Notices about a camera or microphone that cannot be used, each with instructions for this browser. */
export function ProblemNotices({ problems, onRetry }: { problems: OpenedDevices['problems']; onRetry: () => void }) {
  const { t } = useTranslation('call')
  const ofBrowser = browserProblem()
  if (ofBrowser)
    return (
      <Callout kind="danger" title={t(`problem.${ofBrowser}.title`)} urgent>
        {t(`problem.${ofBrowser}.repair`)}
      </Callout>
    )
  const { camera, microphone } = problems
  const retry = (
    <Button variant="default" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  // One refusal usually covers both, so one text is enough.
  if (microphone === 'refused' && (camera === undefined || camera === 'refused'))
    return (
      <Callout
        kind="warning"
        title={t(camera ? 'problem.refused.both' : 'problem.refused.microphone')}
        action={retry}
        urgent
      >
        {t(`problem.refused.repair.${browserFamily(navigator.userAgent)}`)}
      </Callout>
    )
  return (['microphone', 'camera'] as const).map((kind) => {
    const problem = problems[kind]
    if (!problem || problem === 'insecure' || problem === 'unsupported') return null
    return (
      <Callout key={kind} kind="warning" title={t(`problem.${problem}.${kind}`)} action={retry} urgent>
        {problem === 'refused'
          ? t(`problem.refused.repair.${browserFamily(navigator.userAgent)}`)
          : t(`problem.${problem}.repair`)}
      </Callout>
    )
  })
}

/** Warns about each device that is muted or covered by its own switch or by the system. */
export function SilencedNotices({ silenced }: Pick<OwnMediaState, 'silenced'>) {
  const { t } = useTranslation('call')
  return (['microphone', 'camera'] as const).map(
    (kind) =>
      silenced[kind] && (
        <Callout key={kind} kind="warning" urgent>
          {t(`silenced.${kind}`)}
        </Callout>
      ),
  )
}
