// Made-up codes and titles in the documented formats of the official files.

type Row = { code: string; title: string; isHeading?: boolean }

/** One code for each letter with which codes of ICD-10 begin. */
export const everyLetter: Row[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => ({
  code: `${letter}00.0`,
  title: `Erfundene Störung ${letter}`,
}))

/** The order file of ICD-10-CM, in columns. */
export const orderFile = (rows: readonly Row[]): string =>
  rows
    .map(({ code, title, isHeading = false }, at) => {
      const [order, plain] = [String(at + 1).padStart(5, '0'), code.replace('.', '').padEnd(7)]
      return `${order} ${plain} ${isHeading ? '0' : '1'} ${title.slice(0, 60).padEnd(60)} ${title}\r\n`
    })
    .join('')

/** The codes of ICD-10-GM with 28 columns. */
export const kodesFile = (rows: readonly Row[]): string =>
  rows
    .map(({ code, title, isHeading = false }) => {
      const plain = code.replace(/[-*!]/g, '')
      const facts = ['4', isHeading ? 'N' : 'T', 'X', '05', 'F40', code, plain, plain.replace('.', ''), title]
      const uses = [
        'Titel',
        '',
        '',
        isHeading ? 'V' : 'P',
        isHeading ? 'V' : 'P',
        ...Array.from({ length: 14 }, () => '9'),
      ]
      return `${[...facts, ...uses].join(';')}\r\n`
    })
    .join('')

const headings =
  'Foundation URI\tLinearization URI\tCode\tBlockId\tTitle\tClassKind\tDepthInKind\tIsResidual\tChapterNo'

/** The simple tabulation of ICD-11, with a version in its headings. */
export const tabulationFile = (rows: readonly Row[], year: number): string => {
  const lines = rows.map(({ code, title, isHeading = false }) =>
    [
      'http://id.who.int/1',
      '',
      code,
      '',
      `"- - ${title}"`,
      isHeading ? 'chapter' : 'category',
      '2',
      'False',
      '06',
      '',
    ].join('\t'),
  )
  return `\ufeff${headings}\tVersion:${year} Jan 21 - 22:30 UTC\r\n${lines.join('\r\n')}\r\n`
}

export const smallTabulation: Row[] = [
  { code: '', title: 'A chapter', isHeading: true },
  { code: '1A00', title: 'Made-up disorder' },
  { code: '6A70.1', title: 'Épisode inventé' },
  { code: 'XS5W', title: 'Made-up extension' },
]
