import type { Block } from '@attune/contract/common/rich-text/rich-text'
import { RichText as Schema, type RichText as Doc } from '@attune/contract/common/rich-text/rich-text.schemas'
import { getSchema } from '@tiptap/core'
import { DOMParser as Reader } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { ImageExtension, richTextExtensions } from '../editor/extensions.ts'
import { sanitizePastedHtml } from './paste.ts'
import { toRichText } from '../to-rich-text.ts'

const schema = getSchema([
  ...richTextExtensions(
    () => '',
    () => '',
  ),
  ImageExtension,
])

function pasted(html: string): Doc {
  const page = new DOMParser().parseFromString(sanitizePastedHtml(html), 'text/html')
  return toRichText(Reader.fromSchema(schema).parse(page.body).toJSON())
}

/** Writes a document as lines: '#' for headings, '-' and '1.' for lists, '*' around bold, '_' around italic, '~' around struck words. */
function linesOf(blocks: readonly Block[], indent = ''): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'paragraph') return [indent + wordsOf(block.content)]
    if (block.type === 'heading') return [`${'#'.repeat(block.attrs.level)} ${wordsOf(block.content)}`]
    if (block.type === 'bulletList' || block.type === 'orderedList')
      return block.content.flatMap(({ content }, at) => {
        const [first = '', ...rest] = linesOf(content, `${indent}  `)
        return [`${indent}${block.type === 'bulletList' ? '-' : `${at + 1}.`} ${first.trim()}`, ...rest]
      })
    return [block.type]
  })
}

const wordsOf = (content: (Block & { type: 'paragraph' })['content'] = []) =>
  content
    .map((part) => {
      if (part.type !== 'text') return '\n'
      const has = (type: string) => part.marks?.some((mark) => mark.type === type)
      return has('bold')
        ? `*${part.text}*`
        : has('italic')
          ? `_${part.text}_`
          : has('strike')
            ? `~${part.text}~`
            : part.text
    })
    .join('')

function expectLines(html: string, lines: string[]) {
  const doc = pasted(html)
  expect(Schema.safeParse(doc).success).toBe(true)
  expect(linesOf(doc.content).map((line) => line.replaceAll('\u00a0', ' ').trimEnd())).toEqual(lines)
}

const item = (list: string, level: number, sign: string, text: string, place = 'Middle') =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>` +
  `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

test('a document pasted from Word keeps headings, lists, bold and all text, and nothing of its markup', () => {
  expectLines(
    `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:"Cambria Math";} p.MsoNormal {mso-style-unhide:no; margin:0cm;} --></style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Normale Tabelle";}</style><![endif]--></head>
<body lang=DE style='tab-interval:35.4pt;word-wrap:break-word'><!--StartFragment-->
<h1><span lang=EN-US style='mso-ansi-language:EN-US'>Session 12<o:p></o:p></span></h1>
<h3>Course</h3>
<p class=MsoNormal>Ana&nbsp;took the <b style='mso-bidi-font-weight:normal'>early</b> train <i>alone</i>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item('l0', 1, '·', 'First point', 'First')}
${item('l0', 2, 'o', 'Below the first')}
${item('l0', 1, '·', 'Second <b>point</b>', 'Last')}
<p class=MsoNormal>Next steps</p>
${item('l1', 1, '1.', 'Timetable', 'First')}
${item('l1', 1, '2.', 'Ticket', 'Last')}
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal>Mood</p></td><td><p class=MsoNormal>6</p></td></tr></table>
<!--EndFragment--></body></html>`,
    [
      '## Session 12',
      '### Course',
      'Ana took the *early* train _alone_.',
      '',
      '- First point',
      '  - Below the first',
      '- Second *point*',
      'Next steps',
      '1. Timetable',
      '2. Ticket',
      'Mood',
      '6',
    ],
  )
})

test('deleted words of Word stay struck, comments stay as text, and pictures leave nothing', () => {
  expectLines(
    `<p class=MsoNormal>She slept <del cite="mailto:Nora" datetime="2026-11-20T10:00"><span style='mso-deleted'>badly</span></del><ins cite="mailto:Nora" datetime="2026-11-20T10:00"><span class=msoIns>well</span></ins><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" language=JavaScript name="_msoanchor_1">[NL1]</a><![endif]></span></span>.</p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="i1" style='width:10pt'><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=10 height=10 src="data:image/png;base64,iVBORw0KGgo=" alt="chart" v:shapes="i1"><![endif]>After the picture</p>
<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Ask again<o:p></o:p></p></div></div></div>`,
    ['She slept ~badly~well[NL1].', 'After the picture', 'horizontalRule', 'Ask again'],
  )
})

test('an Outlook message and a Google document keep their text, lists and bold', () => {
  expectLines(
    `<div class=WordSection1><p class=MsoNormal><span style='font-size:11.0pt'>Dear Nora,<o:p></o:p></span></p><p class=MsoNormal><b><span lang=DE>See you</span></b> on&nbsp;Monday.<br>Ana</p></div>`,
    ['Dear Nora,', '*See you* on Monday.\nAna'],
  )
  expectLines(
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;">Plan</span></h2><p dir="ltr"><span style="font-weight:700;">Bold</span><span style="font-weight:400;"> and </span><span style="font-weight:400;font-style:italic;">slanted</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>below one</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>two</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    ['## Plan', '*Bold* and _slanted_', '- one', '  - below one', '- two'],
  )
})
