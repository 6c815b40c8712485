import type { MeasureToSend } from '@attune/contract/features/care/task/task.measures'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import type { Role } from '@attune/contract/features/people/account/account'
import { IconReportMedical } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../platform/api/api.ts'
import type { PaletteOptions } from './client-acts.ts'
import type { PaletteItem } from './palette-items.ts'

/** The number of the therapist's own measures that are offered for a client: those that are sent most often. The others are found by their title. */
const ownShown = 5

/**
 * Returns the measures that the therapist can send, starting with those that are sent most often. Until they are loaded, returns the shipped ones.
 */
export function useMeasuresToSend(role: Role): readonly MeasureToSend[] {
  const read = useQuery({
    ...orpc.task.measuresToSend.queryOptions({ input: {} }),
    enabled: role === 'therapist',
    staleTime: 60_000,
  })
  return read.data?.items ?? questionnaires.map((name) => ({ kind: 'questionnaire', name }))
}

const titleOf = (measure: MeasureToSend) => (measure.kind === 'measure' ? measure.title : measure.name.toUpperCase())

const partsOf = (measure: MeasureToSend, t: PaletteOptions['t']) => ({
  icon: IconReportMedical,
  keywords: t(`keywords.${measure.kind === 'measure' ? measure.kind : measure.name}`),
})
const idOf = (measure: MeasureToSend) => (measure.kind === 'measure' ? measure.measureId : measure.name)

type Options = Pick<PaletteOptions, 't' | 'show'> & { measures: readonly MeasureToSend[] }

/** Returns the commands that send a measure to a client: all shipped ones, and those of the therapist's own that are sent most often. */
export function measureActs(client: { id: string; name: string }, { t, show, measures }: Options) {
  const own = measures.filter(({ kind }) => kind === 'measure').slice(0, ownShown)
  return measures
    .filter((measure) => measure.kind === 'questionnaire' || own.includes(measure))
    .map((measure) => ({
      ...partsOf(measure, t),
      id: idOf(measure),
      label: t('assignMeasureTo', { measure: titleOf(measure), name: client.name }),
      run: () => show({ kind: 'assign', client, measure }),
    }))
}

/** Returns the commands that send a measure to clients who are chosen in the dialog. The commands are hidden until a search matches them. */
export const measureItems = ({ t, show, measures }: Options): PaletteItem[] =>
  measures.map((measure) => ({
    ...partsOf(measure, t),
    id: `assign-${idOf(measure)}`,
    label: t('assignMeasure', { measure: titleOf(measure) }),
    hidden: true,
    run: () => show({ kind: 'assign', client: null, measure }),
  }))
