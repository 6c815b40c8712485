import type { SetLine, TextStyle, Typesetter } from '../../../../platform/pdf/typesetting.ts'
import type { PrintedTable } from '../content/content.ts'
import { colors, drawLines, edges, mm, pageStyles, valueStyle } from './frame.ts'

/** The position of the next content of a document. */
export type Flow = {
  y: number
  /** Starts a new page unless the given height is left on the current one. Returns whether it started one. */
  reserve: (height: number) => boolean
}

const cellStyle = (column: PrintedTable['columns'][number], text = '') =>
  column.isFlexible ? pageStyles.text : valueStyle(text)
const details: TextStyle = { ...pageStyles.muted, size: 8, leading: 11 }
const [gap, padding] = [14, 5.5]
/** The maximum width of a column, except the flexible one. Longer texts are wrapped. */
const widest = 32 * mm
const baseline = 0.78

/** The minimum width of the flexible column, in points. `fold` moves other columns into the details of the rows until it is reached. */
const narrowest = 48 * mm

type Placed = PrintedTable['columns'][number] & { x: number; width: number }

/**
 * Returns the widths of the columns and the remaining width. A column is as wide as its longest text, but at most `widest`; the flexible column gets
 * the width 0.
 */
function widthsOf(type: Typesetter, { columns, rows }: PrintedTable, width: number) {
  const widths = columns.map((column, index) => {
    const texts = rows.map(({ cells }) => type.widthOf(cells[index] ?? '', cellStyle(column, cells[index])))
    const label = type.widthOf(column.label, pageStyles.label)
    return column.isFlexible ? 0 : Math.min(Math.max(label, ...texts) + 0.1, widest)
  })
  return { widths, rest: width - widths.reduce((sum, one) => sum + one, 0) - gap * (columns.length - 1) }
}

/** Moves columns into the details of the rows until the flexible column is wide enough to read. */
function fold(type: Typesetter, table: PrintedTable, width: number): PrintedTable {
  const folding = table.columns
    .filter(({ foldsAt }) => foldsAt !== undefined)
    .toSorted((one, other) => (one.foldsAt ?? 0) - (other.foldsAt ?? 0))[0]
  if (!folding || widthsOf(type, table, width).rest >= narrowest) return table
  const at = table.columns.indexOf(folding)
  const rows = table.rows.map(({ cells, details: before }) => ({
    cells: cells.toSpliced(at, 1),
    details: [cells[at] ? `${folding.label}: ${cells[at]}` : '', before].filter(Boolean).join(' · '),
  }))
  return fold(type, { ...table, columns: table.columns.toSpliced(at, 1), rows }, width)
}

/** Gives each column its width, and the flexible one the rest. */
function placeColumns(type: Typesetter, table: PrintedTable, left: number, width: number): Placed[] {
  const { widths, rest } = widthsOf(type, table, width)
  let x = left
  return table.columns.map((column, index) => {
    const placed = { ...column, x, width: column.isFlexible ? rest : (widths[index] ?? 0) }
    x += placed.width + gap
    return placed
  })
}

/** Joins a cell's text into one paragraph, so that no row is higher than a page. */
const onOneLine = (text = '') => text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))

const headHeight = pageStyles.label.leading + 5
type Row = { texts: string[]; cells: SetLine[][]; below: SetLine[][]; height: number }

/** Breaks the texts of the rows into the lines of their cells. */
const setRows = (type: Typesetter, table: PrintedTable, columns: Placed[]): Row[] =>
  table.rows.map((row) => {
    const cells = columns.map((column, index) =>
      type.wrap(onOneLine(row.cells[index]), cellStyle(column, row.cells[index]), column.width),
    )
    const below = columns.map((column) =>
      column.isFlexible ? type.wrap(onOneLine(row.details), details, column.width) : [],
    )
    const heights = columns.map(
      (_, index) =>
        (cells[index]?.length ?? 0) * pageStyles.text.leading + (below[index]?.length ?? 0) * details.leading,
    )
    return { texts: row.cells, cells, below, height: Math.max(pageStyles.text.leading, ...heights) + 2 * padding }
  })

function drawCell(type: Typesetter, { align, x, width }: Placed, lines: SetLine[], style: TextStyle, y: number) {
  const isRight = align === 'right'
  for (const [index, line] of lines.entries())
    type.draw(line, style, isRight ? x + width : x, y + (index + baseline) * style.leading, isRight ? 'right' : 'left')
}

function drawRow(type: Typesetter, columns: Placed[], { texts, cells, below }: Row, y: number) {
  for (const [place, column] of columns.entries())
    type.within('TD', () => {
      const lines = cells[place] ?? []
      drawCell(type, column, lines, cellStyle(column, texts[place]), y)
      drawCell(type, column, below[place] ?? [], details, y + lines.length * pageStyles.text.leading)
    })
}

/** Draws a table with its sums. Repeats the header on each page that has rows, and keeps the last row together with the sums. */
export function drawTable(pdf: PDFKit.PDFDocument, type: Typesetter, complete: PrintedTable, flow: Flow) {
  const { left, right, width } = edges(pdf)
  const table = fold(type, complete, width)
  const columns = placeColumns(type, table, left, width)
  const rule = (weight: number, color: string) =>
    type.drawArtifact(() => pdf.moveTo(left, flow.y).lineTo(right, flow.y).lineWidth(weight).stroke(color))
  const drawHead = (within: Typesetter['within']) => {
    within('TR', () => {
      for (const column of columns) {
        const lines = type.wrap(column.label, pageStyles.label, column.width)
        within('TH', () => drawCell(type, column, lines, pageStyles.label, flow.y))
      }
    })
    flow.y += headHeight
    rule(0.8, colors.rule)
  }
  const sumsHeight = heightOfSums(table)
  const rows = setRows(type, table, columns)
  if (table.heading) {
    flow.reserve(60)
    const heading = { text: table.heading, style: pageStyles.heading }
    flow.y = drawLines(type, [heading], { x: left, y: flow.y, width }, 'H2') + 4
  }
  flow.reserve(headHeight + (rows[0]?.height ?? 0) + (rows.length === 1 ? sumsHeight : 0))
  const drawRows = () => {
    drawHead(type.within)
    for (const [index, row] of rows.entries()) {
      // The header of a further page is an artifact, because the structure of the table contains the header already.
      if (flow.reserve(row.height + (index === rows.length - 1 ? sumsHeight : 0)))
        type.drawArtifact(() => drawHead((_tag, work) => work()))
      type.within('TR', () => drawRow(type, columns, row, flow.y + padding))
      flow.y += row.height
      rule(0.5, colors.hairline)
    }
  }
  if (rows.length) type.within('Table', drawRows)
  drawSums(pdf, type, table, flow)
}

const sumStyle = (isTotal = false): TextStyle => (isTotal ? pageStyles.total : valueStyle())
const sumGap = 5
/** Returns the height of the sums, with room for one label that takes two lines. */
const heightOfSums = ({ sums }: PrintedTable) =>
  14 + sums.reduce((height, { isTotal }) => height + sumStyle(isTotal).leading + sumGap, 0) + pageStyles.text.leading

/** Draws labelled amounts at the right edge, with the labels right-aligned before the amounts. */
function drawSums(pdf: PDFKit.PDFDocument, type: Typesetter, { sums }: PrintedTable, flow: Flow) {
  const { left, right } = edges(pdf)
  const amounts = Math.max(26 * mm, ...sums.map(({ value, isTotal }) => type.widthOf(value, sumStyle(isTotal)))) + 4
  flow.y += 9
  for (const { label, value, isTotal } of sums) {
    const style = sumStyle(isTotal)
    const labelEdge = right - amounts - gap
    const labels = type.wrap(label, style, labelEdge - left)
    flow.reserve(labels.length * style.leading)
    type.within('P', () => {
      for (const [index, line] of labels.entries())
        type.draw(line, style, labelEdge, flow.y + (index + baseline) * style.leading, 'right')
      for (const line of type.wrap(value, style, amounts))
        type.draw(line, style, right, flow.y + baseline * style.leading, 'right')
    })
    flow.y += Math.max(1, labels.length) * style.leading + sumGap
  }
}
