alter table generations
  -- Smallest scale of any page of the PDF: 1 when nothing was scaled. Null for rows from before this column, and until the PDF is made.
  add column scale double precision;
