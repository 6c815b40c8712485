import { useTranslation } from 'react-i18next'
import type { OwnMediaState } from '../engine/own-media.ts'

/** The notices about the person's own microphone and camera during the call. */
export function useDeviceNotices({ lost, silenced, problems, ...own }: OwnMediaState): string[] {
  const { t } = useTranslation('call')
  return (['microphone', 'camera'] as const).flatMap((kind) => {
    if (own[kind]) {
      if (silenced[kind]) return [t(`silenced.${kind}`)]
      return lost[kind] === undefined ? [] : [t(`lost.${kind}`, { device: own[kind].label })]
    }
    const problem = problems[kind]
    if (problem === 'busy' || problem === 'refused') return [`${t(`problem.${problem}.${kind}`)}. ${t('seeDevices')}`]
    if (lost[kind] !== undefined) return [t(`lost.${kind}None`)]
    return kind === 'microphone' && problem ? [`${t('notHeard')} ${t('seeDevices')}`] : []
  })
}
