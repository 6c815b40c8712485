import type { ReactNode } from 'react'
import { useNumberText } from '../detail/score-text.ts'
import classes from './ChartPlot.module.css'

/** The lowest value is `from`, or 0 if it is absent. */
type Scale = { names: readonly string[]; from?: number; most: number }
type PlotProps = Scale & { ticks: readonly number[]; height: number; gridless?: boolean; children: ReactNode }

const labelsAtMost = 4

/**
 * `left` returns the horizontal position of a column, and `top` the vertical position of a value. Both are percentages, so that the chart stretches
 * without stretching its text.
 */
const left = (index: number, { names }: Scale) => `${((index + 0.5) / names.length) * 100}%`
const top = (value: number, { from = 0, most }: Scale) => `${100 - ((value - from) / (most - from)) * 100}%`

/** Draws the scale and the names of the columns around bars or a line. */
export function ChartPlot({ ticks, height, gridless = false, children, ...scale }: PlotProps) {
  // The labels need space, so some are omitted. Always shows the last one, because it is the most recent.
  const step = Math.ceil(scale.names.length / labelsAtMost)
  const numberText = useNumberText()
  return (
    <svg className={classes.plot} height={height} aria-hidden>
      {ticks.map((tick) => (
        <g key={tick}>
          {(!gridless || tick === (scale.from ?? 0)) && (
            <line className={classes.grid} x1="0" x2="100%" y1={top(tick, scale)} y2={top(tick, scale)} />
          )}
          <text className={classes.tick} x="-10" y={top(tick, scale)} dy="0.35em">
            {numberText(tick)}
          </text>
        </g>
      ))}
      {scale.names.map((name, index) =>
        (scale.names.length - 1 - index) % step === 0 ? (
          <text key={index} className={classes.name} x={left(index, scale)} y="100%" dy="20">
            {name}
          </text>
        ) : null,
      )}
      {children}
    </svg>
  )
}

type Part = { label: string; color: string; values: readonly number[] }

/** Draws one bar for each column, with the parts on top of each other. */
export function StackedBars({ parts, ...scale }: Scale & { parts: readonly Part[] }) {
  const thickness = Math.min(32, Math.max(3, Math.round(240 / scale.names.length)))
  return scale.names.map((name, index) => {
    const values = parts.map((part) => part.values[index] ?? 0)
    return (
      <g key={index}>
        <title>{`${name}: ${parts.map(({ label }, place) => `${label} ${values[place]}`).join(', ')}`}</title>
        {parts.map(({ label, color }, place) => {
          const from = values.slice(0, place).reduce((sum, value) => sum + value, 0)
          const [y1, y2] = [top(from, scale), top(from + (values[place] ?? 0), scale)]
          const x = left(index, scale)
          return <line key={label} x1={x} x2={x} y1={y1} y2={y2} stroke={color} strokeWidth={thickness} />
        })}
      </g>
    )
  })
}

type LineProps = Scale & { label: string; values: readonly number[]; groups?: readonly number[]; hasValues?: boolean }

/** Draws the values as points connected by a line, except between points of different `groups`. `hasValues` writes each value above its point. */
export function PointLine({ label, values, groups, hasValues = false, ...scale }: LineProps) {
  const numberText = useNumberText()
  return values.map((value, index) => {
    const [x, y] = [left(index, scale), top(value, scale)]
    const next = values[index + 1]
    return (
      <g key={index}>
        <title>{`${scale.names[index]}: ${label} ${numberText(value)}`}</title>
        {next !== undefined && groups?.[index] === groups?.[index + 1] && (
          <line className={classes.line} x1={x} y1={y} x2={left(index + 1, scale)} y2={top(next, scale)} />
        )}
        <circle className={classes.dot} cx={x} cy={y} r="4" />
        {hasValues && (
          <text className={classes.value} x={x} y={y} dy="-10">
            {numberText(value)}
          </text>
        )}
      </g>
    )
  })
}

type Band = { from: number; to: number; label: string | null }
type BandsProps = { bands: readonly Band[]; scale: Scale; since?: number }

/**
 * Shades the ranges of the scale, each darker than the one below, with their names to the right of the chart. `since` is the first column to shade.
 */
export function Bands({ bands, scale, since = 0 }: BandsProps) {
  const start = (since / scale.names.length) * 100
  return bands.map(({ from, to, label }, place) => (
    <g key={from}>
      <rect
        className={classes.band}
        x={`${start}%`}
        width={`${100 - start}%`}
        y={top(to, scale)}
        height={`${((to - from) / (scale.most - (scale.from ?? 0))) * 100}%`}
        fillOpacity={0.2 * place}
      />
      {label && (
        <text x="100%" y={top((from + to) / 2, scale)} dx="16" dy="0.35em">
          {label}
        </text>
      )}
    </g>
  ))
}
