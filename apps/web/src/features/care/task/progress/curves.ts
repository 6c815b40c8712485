import type { Instrument, MeasureCurve } from '@attune/contract/features/care/task/task.measures'
import { bandOf } from '@attune/contract/features/care/task/task.scores'
import { useTranslation } from 'react-i18next'
import { useMeasureResultText } from '../detail/score-text.ts'

/** Returns the curves of the therapist's measures that contain a score. A response stored by an earlier version of the app contains no measures. */
export const curvesOf = (data: { measures?: MeasureCurve[] } | undefined): MeasureCurve[] =>
  (data?.measures ?? []).filter(({ points }) => points.length > 0)

/** Returns the points that can be compared with the latest one, oldest first. */
export const comparablePoints = ({ points }: Pick<MeasureCurve, 'points'>) =>
  points.filter(({ comparableFrom }) => comparableFrom === points.at(-1)?.comparableFrom)

/** Returns a formatter for the name of a band: known bands in the language of the reader, others as the therapist wrote them. */
export function useBandText() {
  const { t } = useTranslation('taskForms')
  return ({ known, text }: Instrument['bands'][number]) => (known ? t(`band.${known}`) : text)
}

/** Returns a formatter for a score of an instrument with its range and its band, e.g. '9 (range 0 to 27), mild'. */
export function useCurveText() {
  const bandText = useBandText()
  const resultText = useMeasureResultText()
  return (instrument: Pick<Instrument, 'range' | 'bands'>, score: number) => {
    const band = bandOf(instrument, score)
    return resultText({ score, range: instrument.range, band: band && bandText(band) })
  }
}

/** The smallest distance between two texts, as a fraction of the scale. Texts that are closer together would overlap. */
const leastDistance = 0.08

/**
 * Returns the scale of a measure for a chart: its lowest (`from`) and highest value (`most`), its bands with both ends, and the scores to label
 * (`ticks`). Scores of an earlier version can be outside the range; the scale includes them.
 */
export function curveScale({ range, bands, points }: Pick<MeasureCurve, 'range' | 'bands' | 'points'>) {
  const values = [...points.map(({ score }) => score), ...bands.map((band) => band.from)]
  const from = Math.min(range?.from ?? 0, ...values)
  const most = Math.max(range?.to ?? from + 1, ...values)
  const isApart = (a: number, b: number) => Math.abs(a - b) >= leastDistance * (most - from)
  const ticks = bands.reduce(
    (kept, band) => (kept.every((one) => isApart(one, band.from)) ? [...kept, band.from] : kept),
    [from, most],
  )
  return {
    from,
    most,
    bands: bands.map((band, place) => {
      const to = bands[place + 1]?.from ?? most
      return { band, from: band.from, to, hasSpace: isApart(band.from, to) }
    }),
    ticks,
  }
}
