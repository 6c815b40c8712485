/**
 * A Questionnaire in the form in which LHC-Forms 36 exports it (lhncbc.github.io/lforms; `r4-support.md` of github.com/LHNCBC/lforms): with its tag,
 * link ids that start with a slash, the control and the orientation of items, a help item within the question, prefixes, points on the option, and a
 * computed total. The wording is our own.
 */
const extensions = 'http://hl7.org/fhir/StructureDefinition'
const control = (code: string) => ({
  url: `${extensions}/questionnaire-itemControl`,
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }], text: code },
})
const option = (code: string, display: string, points: number) => ({
  extension: [
    { url: `${extensions}/questionnaire-optionPrefix`, valueString: `${points}` },
    { url: `${extensions}/ordinalValue`, valueDecimal: points },
  ],
  valueCoding: { system: 'http://loinc.org', code, display },
})

export const lformsFile = {
  resourceType: 'Questionnaire',
  meta: {
    profile: ['http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire|2.7'],
    tag: [{ code: 'lformsVersion: 36.0.4' }],
  },
  title: 'Sample panel',
  status: 'draft',
  copyright: 'Copyright of a publisher',
  code: [{ system: 'http://loinc.org', code: '00000-0', display: 'Sample panel' }],
  item: [
    {
      type: 'choice',
      code: [{ system: 'http://loinc.org', code: '00000-1', display: 'First question' }],
      extension: [control('drop-down')],
      required: false,
      linkId: '/first',
      prefix: '1.',
      text: 'First question',
      answerOption: [option('S0', 'Not at all', 0), option('S1', 'A little', 1)],
      item: [
        { linkId: '/first-help', type: 'display', text: 'Help for the first question', extension: [control('help')] },
      ],
    },
    {
      type: 'decimal',
      required: false,
      linkId: '/weight',
      text: 'Weight',
      extension: [
        { url: `${extensions}/questionnaire-unit`, valueCoding: { display: 'kg' } },
        { url: `${extensions}/questionnaire-unitOption`, valueCoding: { display: 'kg' } },
        { url: `${extensions}/minValue`, valueDecimal: 0 },
        { url: `${extensions}/maxValue`, valueDecimal: 300 },
      ],
    },
    { type: 'text', required: true, linkId: '/notes', text: 'Notes' },
    {
      type: 'decimal',
      required: false,
      linkId: '/total',
      text: 'Total',
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
          valueExpression: { language: 'text/fhirpath', expression: '%resource.item.answer.value.ordinal().sum()' },
        },
      ],
    },
  ],
}

/**
 * A Questionnaire in the form of the example 'SDC-Example using ordinalValue and constraint' of the SDC guide
 * (hl7.org/fhir/uv/sdc/Questionnaire-questionnaire-sdc-profile-example-ordinal-value.html): a group with a constraint, questions with a contained
 * value set, and a computed total. The wording is our own.
 */
export const sdcFile = {
  resourceType: 'Questionnaire',
  id: 'sample-ordinal-value',
  language: 'en-US',
  text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><table></table></div>' },
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'LS1',
      status: 'active',
      compose: {
        include: [
          {
            system: 'http://loinc.org',
            concept: [
              {
                extension: [{ url: `${extensions}/ordinalValue`, valueDecimal: 0 }],
                code: 'never',
                display: 'Never',
                designation: [{ language: 'de', value: 'Nie' }],
              },
              {
                extension: [{ url: `${extensions}/ordinalValue`, valueDecimal: 2.5 }],
                code: 'often',
                display: 'Often',
              },
            ],
          },
        ],
      },
    },
  ],
  url: 'http://example.org/Questionnaire/sample-ordinal-value',
  name: 'SampleOrdinalValue',
  title: 'Sample with a value set',
  status: 'active',
  item: [
    {
      extension: [
        {
          url: `${extensions}/questionnaire-constraint`,
          extension: [
            { url: 'key', valueId: 'constraint-1' },
            { url: 'severity', valueCode: 'warning' },
            { url: 'expression', valueString: "%resource.item.where(linkId='1.0').item.count() >= 2" },
            { url: 'human', valueString: 'Answer at least two questions.' },
          ],
        },
      ],
      linkId: '1.0',
      text: 'In the last week:',
      type: 'group',
      item: [
        {
          extension: [{ url: `${extensions}/questionnaire-choiceOrientation`, valueCode: 'horizontal' }],
          linkId: '1.1',
          text: 'First question',
          type: 'choice',
          answerValueSet: '#LS1',
        },
        { linkId: '1.2', text: 'Second question', type: 'choice', answerValueSet: '#LS1' },
      ],
    },
    {
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
          valueExpression: { language: 'text/fhirpath', expression: '%resource.repeat(item).answer.ordinalValue()' },
        },
      ],
      linkId: '2',
      text: 'Total',
      type: 'integer',
    },
  ],
}
