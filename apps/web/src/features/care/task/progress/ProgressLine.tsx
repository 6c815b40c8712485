import classes from './OwnProgress.module.css'

const [width, height, inset] = [120, 36, 4]

type Props = {
  label: string
  /** The lowest and the highest possible value. */
  from: number
  most: number
  points: readonly { at: number; value: number }[]
}

/** Draws values over time as a small line with its last point marked. Assistive technology reads `label`. */
export function ProgressLine({ label, from: lowest, most, points }: Props) {
  const times = points.map(({ at }) => at)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const drawn = points.map(({ at, value }) => ({
    x: inset + ((at - from) / (to - from || 1)) * (width - 2 * inset),
    y: height - inset - ((value - lowest) / (most - lowest)) * (height - 2 * inset),
  }))
  const last = drawn.at(-1)
  return (
    <svg className={classes.line} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <polyline points={drawn.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r={3} />}
    </svg>
  )
}
