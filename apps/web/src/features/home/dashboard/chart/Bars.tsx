import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { useState, type ReactNode } from 'react'
import classes from './Bars.module.css'
import { roundTicks } from './round-ticks.ts'
import { usePeriodLabels } from './use-period-labels.ts'

type BarOf = 'held' | 'planned' | 'issued' | 'received'

export type BarSeries<Item> = {
  /** The color and pattern of the bars. */
  of: BarOf
  name: string
  /** Returns the length of the bar of one period. */
  value: (item: Item) => number
  /** Returns the exact value of one period for the tooltip. */
  text: (item: Item) => string
}

type Props<Item> = {
  items: readonly Item[]
  period: ChartPeriod
  series: readonly BarSeries<Item>[]
  /** Whether the bars of a period are stacked; values must then be 0 or more. Otherwise they are side by side. */
  stacked?: boolean
  /** The maximum number of labels below the bars, on a phone and on wider screens. */
  maxLabels: { narrow: number; wide: number }
  /** The smallest distance between two grid lines, in units of the values: 1, 2 or 5 times a power of ten. */
  smallestStep: number
  tickText: (value: number) => string
}

/**
 * Draws bars for each period with plain elements and styles, without measuring in JavaScript. Heights are percentages of the distance between the
 * lowest and the highest line. Hovering or tapping shows the exact values of a period. Screen readers announce the chart as one labelled image; a
 * table beside it must contain the numbers.
 */
export function Bars<Item extends { from: string }>({ label, ...props }: Props<Item> & { label: string }) {
  return (
    <div role="img" className={classes.image} aria-label={label}>
      <div className={classes.legend}>
        {props.series.map(({ of, name }) => (
          <span key={of} className={classes.key} data-of={of}>
            {name}
          </span>
        ))}
      </div>
      <Plot {...props} />
    </div>
  )
}

function Plot<Item extends { from: string }>(props: Props<Item>) {
  const { items, series, stacked = false, smallestStep, tickText } = props
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const { short, long } = usePeriodLabels(props.period)
  const columns = items.map((item) => series.map(({ of, value }) => ({ of, value: value(item) })))
  const ticks = roundTicks(...extremes(columns, stacked), smallestStep)
  const pointed = pointedAt === null ? undefined : items[pointedAt]
  return (
    <div className={classes.plot}>
      <div className={classes.ticks}>
        {ticks.map((value) => (
          <span key={value}>{tickText(value)}</span>
        ))}
      </div>
      <div
        role="presentation"
        className={classes.columns}
        data-stacked={stacked || undefined}
        onMouseLeave={() => setPointedAt(null)}
      >
        <div className={classes.lines}>
          {ticks.map((value) => (
            <span key={value} />
          ))}
        </div>
        {items.map(({ from }, at) => (
          <Column
            key={from}
            bars={columns[at] ?? []}
            ticks={ticks}
            label={<Label {...props} at={at} text={short(from)} />}
            isPointedAt={at === pointedAt}
            onPoint={() => setPointedAt(at)}
          />
        ))}
        {pointed && pointedAt !== null && (
          <Tooltip
            title={long(pointed.from)}
            series={series}
            item={pointed}
            center={(pointedAt + 0.5) / items.length}
          />
        )}
      </div>
    </div>
  )
}

/** Returns the lowest and the highest value that the chart must show. The range always includes 0. */
function extremes(columns: readonly { value: number }[][], stacked: boolean): [least: number, most: number] {
  const ends = columns.flatMap((bars) =>
    stacked ? bars.reduce((sum, { value }) => sum + value, 0) : bars.map(({ value }) => value),
  )
  return [Math.min(0, ...ends), Math.max(0, ...ends)]
}

type ColumnProps = {
  bars: readonly { of: BarOf; value: number }[]
  ticks: readonly number[]
  label: ReactNode
  isPointedAt: boolean
  onPoint: () => void
}

function Column({ bars, ticks, label, isPointedAt, onPoint }: ColumnProps) {
  const lowest = ticks.at(0) ?? 0
  const perCent = (value: number) => `${(value / ((ticks.at(-1) ?? 1) - lowest)) * 100}%`
  return (
    <div role="presentation" className={classes.column} data-pointed={isPointedAt || undefined} onMouseEnter={onPoint}>
      {bars.map(({ of, value }) => (
        <span
          key={of}
          className={classes.bar}
          data-of={of}
          data-side={value > 0 ? 'above' : value < 0 ? 'below' : 'none'}
          style={{ height: perCent(Math.abs(value)), bottom: perCent(Math.min(value, 0) - lowest) }}
        />
      ))}
      {label}
    </div>
  )
}

/** The label of a period below its bars. If there are too many, some are hidden, depending on the screen width. */
function Label({
  items,
  maxLabels,
  at,
  text,
}: Pick<Props<unknown>, 'items' | 'maxLabels'> & { at: number; text: string }) {
  // Counts from the last bar, because the current period must always have a label.
  const isShown = (most: number) => (items.length - 1 - at) % Math.ceil(items.length / most) === 0
  const narrow = isShown(maxLabels.narrow)
  const wide = isShown(maxLabels.wide)
  return narrow || wide ? (
    <span className={classes.label} data-on={narrow && wide ? undefined : narrow ? 'narrow' : 'wide'}>
      {text}
    </span>
  ) : null
}

type TooltipProps<Item> = { title: string; series: readonly BarSeries<Item>[]; item: Item; center: number }

/** The exact values of a period beside its bars: to the right in the left half of the chart, otherwise to the left. */
function Tooltip<Item>({ title, series, item, center }: TooltipProps<Item>) {
  const isLeft = center < 0.5
  return (
    <div className={classes.beside} data-side={isLeft ? 'right' : 'left'}>
      <span style={{ flexBasis: `calc(${(isLeft ? center : 1 - center) * 100}% + 10px)` }} />
      <div className={classes.tooltip}>
        <div className={classes.title}>{title}</div>
        {series.map(({ of, name, text }) => (
          <div key={of} className={classes.value}>
            <span className={classes.key} data-of={of}>
              {name}
            </span>
            <span>{text(item)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
