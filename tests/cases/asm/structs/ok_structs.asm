; STRUCT in both forms.
        struct  enemy
        ds      enemy_y,1       ; a comment
        ds      enemy_x
        dw      enemy_next
        db      enemy_shape
        end struct
point   struct
p_y     rmb     1
p_x     rmb     1
p_name  rmb     2*3
        ends
        lda     enemy_next,x    ; = A6 02
        ldb     #enemy_shape    ; = C6 04
        ldb     #enemy          ; = C6 05
        ldb     #point          ; = C6 08
        lda     p_name,u        ; = A6 42
