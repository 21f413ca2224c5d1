; Incorrect uses of structures.
        struct  one
        lda     field           ; error E030: `lda` cannot define a field
        ds      twice,1
        ds      twice,1         ; error E022: `twice` is defined twice
        ds      neg,-1          ; error E030: a field cannot have -1 bytes
        ds                      ; error E002: the name of a field is expected here
        end struct
        ends                    ; error E032: `ends` without STRUCT
        struct                  ; error E002: the name of the structure is expected here
        end struct
        end struct              ; error E032: END STRUCT without STRUCT
        struct  open            ; error E032: STRUCT without END STRUCT
        ds      field,1
