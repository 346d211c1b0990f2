/** A line drawing as data: only shapes, groups and text, never a script, a link or a style (`clients/drawing.ts`). */
export interface DrawingNode {
  tag: 'g' | 'path' | 'line' | 'circle' | 'ellipse' | 'rect' | 'polyline' | 'polygon' | 'text' | 'tspan'
  /** Attributes by the names React uses (`strokeWidth`). */
  attributes: Record<string, string>
  children: (DrawingNode | string)[]
}

export interface Drawing {
  viewBox: string
  attributes: Record<string, string>
  children: (DrawingNode | string)[]
}
