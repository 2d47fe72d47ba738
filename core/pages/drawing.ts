/** SVG that code of ours drew, with all text in it escaped: the one thing that a page takes as markup. */
export class Drawing {
  readonly svg: string

  constructor(svg: string) {
    this.svg = svg
  }
}
