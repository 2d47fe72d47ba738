import { expect, test } from 'vitest'
import { canonicalText } from '../../verify/jcs.ts'

test('the examples of RFC 8785: numbers, texts and the order of names', () => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  )
  expect(canonicalText(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const names = JSON.parse(
    '{"\\u20ac":"Euro","\\r":"CR","\\ufb33":"Hebrew","1":"One","\\ud83d\\ude00":"Smiley","\\u0080":"Control","\\u00f6":"o"}',
  )
  expect(Object.values(JSON.parse(canonicalText(names))).length).toBe(7)
  expect([...canonicalText(names).matchAll(/:"(\w+)"/g)].map(([, word]) => word)).toEqual([
    ...['CR', 'One', 'Control', 'o', 'Euro', 'Smiley', 'Hebrew'],
  ])
})

test.each([['\ud800'], [Number.NaN], [undefined], [[() => 1]]])('%j has no canonical JSON', (value) => {
  expect(() => canonicalText(value)).toThrow('canonical')
})
