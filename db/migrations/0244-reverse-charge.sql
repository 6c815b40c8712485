-- A line of an invoice to a business in another country of the European Union: the payer owes the tax (category AE of EN 16931).
alter table app.invoice_line drop constraint invoice_line_tax_category_check;
alter table app.invoice_line add constraint invoice_line_tax_category_check check (tax_category in ('S', 'E', 'Z', 'O', 'AE'));
